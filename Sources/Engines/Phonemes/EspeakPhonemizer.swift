public import Journal

/// Turns English into phonemes with the program `espeak-ng`.
///
/// The program is under the GPL, so it stays a program of its own: started when first needed, asked
/// over pipes, started again when it ends. Behind every line goes a line of phonemes in its own
/// notation that no text can produce; all that comes before its echo is the answer, however many
/// lines that is.
public actor EspeakPhonemizer {
  /// The program that `standard` looks for.
  static let name = "espeak-ng"

  /// How long one clause may take.
  static let patience = Duration.seconds(2)

  private let search: [String]
  private let journal: Journal
  private var child: ChildProcess?
  private var restarts = RestartDelay()
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A phonemizer that has not started its program yet.
  ///
  /// - Parameters:
  ///   - search: The folders in which the programs are looked for.
  ///   - journal: Where restarts are noted.
  public init(
    search: [String] = ["/usr/bin", "/usr/local/bin", "/bin"], journal: Journal = .none
  ) {
    self.search = search
    self.journal = journal
  }

  /// Starts the program, so that the first sentence does not wait for it.
  ///
  /// - Throws: `partMissing` when it is not installed, `programFailed` when it does not answer.
  public func warm() async throws {
    _ = try await answers(to: ["ready"])
  }

  /// The phonemes of a sentence.
  ///
  /// - Parameter sentence: Any text; at most the first 600 characters are read.
  /// - Returns: The clauses; words that can't be said have no phonemes.
  /// - Throws: `partMissing`, `programFailed`.
  func clauses(of sentence: String) async throws -> [PhonemeClause] {
    let clauses = Clause.split(sentence)
    // Two lines of a clause and two lines a word: all questions go in one batch.
    let lines = clauses.flatMap { clause in
      [clause.words.map(\.spoken).filter { !$0.isEmpty }.joined(separator: " ")]
        + clause.words.map(\.spoken)
    }
    var answers = try await answers(to: lines)[...]
    return clauses.map { clause in
      let whole = answers.removeFirst()
      let alone = Array(answers.prefix(clause.words.count))
      answers.removeFirst(clause.words.count)
      let parts = WordAlignment.parts(of: whole, words: alone)
      let words = zip(clause.words, parts).map { word, part in
        PhonemeClause.Word(written: word.written, ipa: part.ipa, runsOn: part.runsOn)
      }
      return PhonemeClause(words: words, end: clause.end)
    }
  }

  /// The process id of the running program; for tests.
  var childIdentifier: Int32? { child?.identifier }
}

// MARK: - The program

extension EspeakPhonemizer {
  /// The phonemes of each line, "" for lines nothing can be said of.
  private func answers(to lines: [String]) async throws -> [String] {
    let asked = lines.filter { !$0.isEmpty }
    guard !asked.isEmpty else { return lines.map { _ in "" } }
    await enter()
    defer { leave() }
    // Not ended with the caller's task: an answer left unread would be taken for the next one's.
    // It ends by itself, within the time-outs.
    var given = try await Task { try await exchange(asked) }.value[...]
    return lines.map { $0.isEmpty ? "" : given.removeFirst() }
  }

  /// Asks, and once more from a new program when the running one has ended.
  private func exchange(_ lines: [String]) async throws -> [String] {
    do {
      return try await ask(lines)
    } catch EngineError.partMissing(let title) {
      throw EngineError.partMissing(title)
    } catch {
      journal.note(.warning, "the phonemizer is started again")
      return try await ask(lines)
    }
  }

  private func ask(_ lines: [String]) async throws -> [String] {
    let child = try await running()
    do {
      let question = lines.map { $0 + "\n" + Echo.question + "\n" }.joined()
      try child.write(Array(question.utf8))
      var answers: [String] = []
      for _ in lines { answers.append(try await answer(of: child)) }
      restarts.succeeded()
      return answers
    } catch {
      self.child = nil
      child.terminate(grace: .zero)
      restarts.failed()
      throw EngineError.programFailed(Self.name)
    }
  }

  private func answer(of child: ChildProcess) async throws -> String {
    var groups: [String] = []
    while let bytes = try await child.line(within: Self.patience) {
      let line = String(decoding: bytes, as: UTF8.self)
      if line == Echo.answer { return groups.joined(separator: " ") }
      // A foreign word is wrapped in the names of languages: "(fr)ʒə(en-us)".
      groups += line.removingBrackets().split(separator: " ").map(String.init)
    }
    throw EngineError.programFailed(Self.name)
  }

  private func running() async throws -> ChildProcess {
    if let child, child.ended == nil { return child }
    child = nil
    // `stdbuf` makes it write every line at once; it becomes espeak-ng itself, so that the process
    // that dies with this one is the right one.
    let unbuffered = try path(of: "stdbuf")
    let program = try path(of: Self.name)
    try await Task.sleep(for: restarts.delay)
    let started = try await ChildProcess.start(
      .init(
        unbuffered, ["-oL", program, "-q", "--ipa", "-v", "en-us"],
        environment: ["PATH": search.joined(separator: ":"), "LC_ALL": "C.UTF-8"]))
    child = started
    return started
  }

  private func path(of program: String) throws(EngineError) -> String {
    for folder in search {
      let path = folder + "/" + program
      if PartsFolder.size(of: path) != nil { return path }
    }
    throw .partMissing("the program \(program)")
  }
}

// MARK: - One at a time

extension EspeakPhonemizer {
  private func enter() async {
    guard isBusy else {
      isBusy = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty {
      isBusy = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

/// The line behind every question and its echo.
private enum Echo {
  static let question = "[[zvzvzv]]"
  static let answer = "zvzvzv"
}

extension String {
  /// The text without what stands in round brackets.
  fileprivate func removingBrackets() -> String {
    var depth = 0
    return filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth == 0
    }
  }
}
