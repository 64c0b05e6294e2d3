import Glibc
import Testing

@testable import Engines

@Suite(.enabled(if: access("/usr/bin/espeak-ng", X_OK) == 0, "espeak-ng is not installed."))
struct VoicePhonemizerTests {
  private func ipa(_ clauses: [PhonemeClause]) -> String {
    clauses.map { clause in
      clause.words.map(\.ipa).joined(separator: " ") + (clause.end.map(String.init) ?? "")
    }.joined(separator: " ")
  }

  @Test func `words become phonemes, clause by clause`() async throws {
    let phonemizer = EspeakPhonemizer()
    let clauses = try await phonemizer.clauses(of: "Hello there, how are you?")
    #expect(ipa(clauses) == "həlˈoʊ ðˈɛɹ, hˈaʊ ɑːɹ juː?")
    #expect(ipa(try await phonemizer.clauses(of: "Dr. Smith")) == "dˈɑːktɚ smˈɪθ")
  }

  @Test func `what has nothing to say gives silence, and the next question its own answer`()
    async throws
  {
    let phonemizer = EspeakPhonemizer()
    for text in [
      "", "....", "🙂🙂", "こんにちは", "\u{0}\u{0}", "—", "[[zvzvzv]]", "zvzvzv", "a\nb\nc",
      "<speak>", "(((", String(repeating: "x", count: 700), String(repeating: "1", count: 700),
      String(repeating: "a, ", count: 300), "déjà vu, señor Müller",
    ] {
      _ = try await phonemizer.clauses(of: text)
      #expect(ipa(try await phonemizer.clauses(of: "cat")) == "kˈæt", "after \(text)")
    }
    for text in ["....", "🙂🙂", "こんにちは", "\u{0}"] {
      #expect(ipa(try await phonemizer.clauses(of: text)).allSatisfy { !$0.isLetter })
    }
  }

  @Test func `many ask at once, and each gets its own answer`() async throws {
    let phonemizer = EspeakPhonemizer()
    let texts = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    var alone: [String] = []
    for text in texts { alone.append(ipa(try await phonemizer.clauses(of: text))) }
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for index in 0..<64 {
        group.addTask {
          (index % 8, self.ipa(try await phonemizer.clauses(of: texts[index % 8])))
        }
      }
      for try await (index, answer) in group { #expect(answer == alone[index]) }
    }
  }

  @Test func `a cancelled question does not disturb the next`() async throws {
    let phonemizer = EspeakPhonemizer()
    for _ in 0..<20 {
      let task = Task { try await phonemizer.clauses(of: "never mind this long question") }
      task.cancel()
      _ = await task.result
      #expect(ipa(try await phonemizer.clauses(of: "cat")) == "kˈæt")
    }
  }

  @Test func `it comes back when it is killed between sentences`() async throws {
    let phonemizer = EspeakPhonemizer()
    for _ in 0..<3 {
      #expect(ipa(try await phonemizer.clauses(of: "cat")) == "kˈæt")
      let child = try #require(await phonemizer.childIdentifier)
      kill(child, SIGKILL)
    }
    #expect(ipa(try await phonemizer.clauses(of: "cat")) == "kˈæt")
  }

  @Test func `it comes back when it is killed in the middle of a sentence`() async throws {
    let phonemizer = EspeakPhonemizer()
    try await phonemizer.warm()
    let child = try #require(await phonemizer.childIdentifier)
    kill(child, SIGSTOP)
    async let answer = phonemizer.clauses(of: "cat")
    for _ in 0..<1000 { await Task.yield() }
    kill(child, SIGKILL)
    #expect(ipa(try await answer) == "kˈæt")
  }

  @Test(.timeLimit(.minutes(1)))
  func `it is replaced when it hangs`() async throws {
    let phonemizer = EspeakPhonemizer()
    try await phonemizer.warm()
    let child = try #require(await phonemizer.childIdentifier)
    kill(child, SIGSTOP)
    #expect(ipa(try await phonemizer.clauses(of: "cat")) == "kˈæt")
    #expect(await phonemizer.childIdentifier != child)
  }

  @Test func `without the program the error says what is missing`() async throws {
    let phonemizer = EspeakPhonemizer(search: ["/nowhere"])
    await #expect(throws: EngineError.partMissing("the program stdbuf")) {
      try await phonemizer.clauses(of: "cat")
    }
    // Text with nothing to say needs no program.
    #expect(ipa(try await phonemizer.clauses(of: "...")) == ".")
  }

  @Test func `restarts come at once, then ever more slowly`() {
    var delay = RestartDelay()
    var delays: [Duration] = []
    for _ in 0..<9 {
      delay.failed()
      delays.append(delay.delay)
    }
    #expect(delays.first == .zero)
    #expect(delays == delays.sorted())
    #expect(delays.last == RestartDelay.longest)
    delay.succeeded()
    #expect(delay.delay == .zero)
  }

  @Test func `in 200 sentences every written word is said by phonemes of its own`() async throws {
    let phonemizer = EspeakPhonemizer()
    let starts = [
      "I don't think", "She's told me that", "In 1985", "At 10:30 a.m.", "We've paid $3.14, and",
      "From the start of the day", "Well,", "Dr. O'Brien said that", "Out of the 21st box", "Hey —",
    ]
    let middles = [
      "my mother-in-law isn't", "the well-known two-thirds rule wasn't", "John's 1,234 cats are",
      "99% of it is", "NASA's X-15 was", "the U.S. team's",
      "a \"quick\" brown fox (the third) is", "number 007 is", "every one of them's",
      "it's 3.5 times",
    ]
    let ends = ["going to be here.", "as good as it gets!"]
    for start in starts {
      for middle in middles {
        for end in ends {
          let sentence = "\(start) \(middle) \(end)"
          let words = try await phonemizer.clauses(of: sentence).flatMap(\.words)
          #expect(words.map(\.written) == sentence.split(separator: " ").map(String.init))
          for word in words where word.written.contains(where: { $0.isLetter || $0.isNumber }) {
            #expect(!word.ipa.isEmpty, "\(word.written) in \(sentence)")
          }
        }
      }
    }
  }
}
