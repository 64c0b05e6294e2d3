/// The options a command takes.
struct OptionList: Sendable {
  /// One option.
  struct Option: Sendable {
    /// The name with its dashes, such as `--data`.
    var name: String
    /// What stands for its value in the help; nil for a flag.
    var value: String?
    /// What it does, in one line.
    var meaning: String
  }

  /// The options in the order of the help.
  var options: [Option]

  /// What stands for the positional arguments in the help, such as `FILE`; empty when there are none.
  var positional: String

  /// How many positional arguments there may be.
  var positionalCount: ClosedRange<Int>

  /// Reads arguments.
  ///
  /// - Parameter arguments: The words after the name of the command.
  /// - Returns: The options and positional arguments found.
  /// - Throws: ``WrongUse`` with a sentence.
  func parse(_ arguments: [String]) throws(WrongUse) -> Arguments {
    var found = Arguments()
    var rest = arguments[...]
    var onlyPositional = false
    while let word = rest.popFirst() {
      if onlyPositional || word == "-" || !word.hasPrefix("-") {
        found.positional.append(word)
      } else if word == "--" {
        onlyPositional = true
      } else if word == "-h" || word == "--help" {
        found.wantsHelp = true
      } else {
        try read(word, &rest, into: &found)
      }
    }
    guard found.wantsHelp || positionalCount.contains(found.positional.count) else {
      throw WrongUse(
        found.positional.count < positionalCount.lowerBound
          ? "\(positional) is missing." : "There is an argument too many.")
    }
    return found
  }

  private func read(
    _ word: String, _ rest: inout ArraySlice<String>, into found: inout Arguments
  ) throws(WrongUse) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      throw WrongUse("There is no option \(name).")
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw WrongUse("\(name) takes no value.") }
      found.flags.insert(name)
      return
    }
    if parts.count == 2 {
      found.values[name] = String(parts[1])
    } else if let value = rest.first, !value.hasPrefix("--") {
      found.values[name] = value
      rest = rest.dropFirst()
    } else {
      // A value that begins like an option is given as `--once=--yes`.
      throw WrongUse("\(name) needs a value.")
    }
  }
}

/// What was found on the command line.
struct Arguments: Sendable {
  /// Flags that were given.
  var flags: Set<String> = []
  /// Options with their values.
  var values: [String: String] = [:]
  /// Arguments that are no options.
  var positional: [String] = []
  /// Whether the help was asked for.
  var wantsHelp = false

  /// A whole number given with `name`.
  ///
  /// - Returns: The number, or nil when the option was not given.
  /// - Throws: ``WrongUse`` when it is no number in `range`.
  func number(_ name: String, in range: ClosedRange<Int>) throws(WrongUse) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw WrongUse("\(name) takes a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}

/// A command was used wrongly; it ends with exit code 2.
struct WrongUse: Error, Equatable {
  /// One sentence.
  var sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}
