import Testing

@testable import KithCommand

struct OptionListTests {
  private let list = OptionList(
    options: [
      .json, .data, .init(name: "--last", value: "N", meaning: "how many"),
    ], positional: "FILE", positionalCount: 0...1)

  @Test(
    arguments: [
      ([], [], [:], []),
      (["--json"], ["--json"], [:], []),
      (["a.wav", "--data", "/d", "--json"], ["--json"], ["--data": "/d"], ["a.wav"]),
      (["--data=/d"], [], ["--data": "/d"], []),
      (["--data="], [], ["--data": ""], []),
      (["--data=--odd=name"], [], ["--data": "--odd=name"], []),
      (["--last", "-1"], [], ["--last": "-1"], []),
      (["--last", "1", "--last", "2"], [], ["--last": "2"], []),
      (["-"], [], [:], ["-"]),
      (["--", "--json"], [], [:], ["--json"]),
    ] as [([String], Set<String>, [String: String], [String])])
  func `what is read`(
    words: [String], flags: Set<String>, values: [String: String], positional: [String]
  ) throws {
    let read = try list.parse(words)
    #expect(read.flags == flags && read.values == values && read.positional == positional)
    #expect(!read.wantsHelp)
  }

  @Test(arguments: [
    (["--fly"], "There is no option --fly."), (["-x"], "There is no option -x."),
    (["--json=1"], "--json takes no value."), (["--data"], "--data needs a value."),
    (["--data", "--json"], "--data needs a value."),
    (["a", "b"], "There is an argument too many."),
  ])
  func `what is refused`(words: [String], sentence: String) {
    #expect(throws: WrongUse(sentence)) { try list.parse(words) }
  }

  @Test func `what is missing is named`() {
    let needy = OptionList(options: [], positional: "TEXT", positionalCount: 1...1)
    #expect(throws: WrongUse("TEXT is missing.")) { try needy.parse([]) }
    #expect(throws: Never.self) { try needy.parse(["--help"]) }
    #expect((try? needy.parse(["-h"]))?.wantsHelp == true)
  }

  @Test(arguments: [
    ("1", 1), ("20", 20), ("0", nil), ("21", nil), ("x", nil), ("", nil), ("1.5", nil),
  ])
  func `numbers have a range`(text: String, number: Int?) {
    let arguments = Arguments(values: ["--last": text])
    if let number {
      #expect((try? arguments.number("--last", in: 1...20)) == number)
    } else {
      #expect(throws: WrongUse("--last takes a number from 1 to 20.")) {
        try arguments.number("--last", in: 1...20)
      }
    }
  }

  @Test func `every command has its own name, a summary and help that names every option`() {
    #expect(Set(Program.commands.map { $0.name }).count == Program.commands.count)
    for command in Program.commands {
      #expect(Help.overview(Program.commands).contains(command.summary))
      for option in command.options.options {
        #expect(Help.text(of: command).contains(option.name))
      }
    }
  }
}
