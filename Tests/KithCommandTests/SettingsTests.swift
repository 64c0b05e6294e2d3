import Dialogue
import Journal
import Memory
import TestSupport
import Testing

@testable import KithCommand

struct SettingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func settings(
    _ values: [String: String] = [:], _ environment: [String: String] = [:], file: String? = nil,
    page: String? = nil
  ) throws -> Settings {
    if let page {
      try PreferencesFile(in: folder.path).write(
        Preferences().changed(by: PreferencesChange(json: Array(page.utf8))))
    }
    if let file { try write(Array(file.utf8), to: folder.file("config.json")) }
    var values = values
    values["--data"] = values["--data"] ?? folder.path
    return try Settings(arguments: Arguments(values: values), environment: environment)
  }

  @Test func `a flag wins over the environment, and that over the file`() throws {
    let file = #"{"brain": {"address": "c:1", "model": "mc"}, "voice": "joe", "port": 1}"#
    let environment = ["KITH_BRAIN": "b:1", "KITH_MODEL": "mb", "KITH_PORT": "2"]
    #expect(try settings(file: file).brain == .server(address: "c:1", model: "mc"))
    #expect(try settings(file: file).port == 1)
    #expect(try settings(file: file).voice == "joe")
    let second = try settings([:], environment, file: file)
    #expect(second.brain == .server(address: "b:1", model: "mb"))
    #expect(second.port == 2)
    let third = try settings(
      ["--brain": "a:1", "--port": "3", "--voice": "hibari"], environment, file: file)
    #expect(third.brain == .server(address: "a:1", model: "mb"))
    #expect(third.port == 3)
    #expect(third.voice == "hibari")
  }

  @Test(
    arguments: [
      ([:], [:], "{}", "joe", nil),
      ([:], [:], #"{"voice": "c"}"#, "c", "config.json"),
      ([:], ["KITH_VOICE": "b"], #"{"voice": "c"}"#, "b", "KITH_VOICE"),
      ([:], ["KITH_VOICE": ""], "{}", "joe", nil),
      (["--voice": "a"], ["KITH_VOICE": "b"], #"{"voice": "c"}"#, "a", "--voice"),
    ] as [([String: String], [String: String], String, String, String?)])
  func `what was chosen in the page counts last, and what wins over it is named`(
    flags: [String: String], environment: [String: String], file: String, voice: String,
    place: String?
  ) throws {
    let settings = try settings(flags, environment, file: file, page: #"{"voice": "joe"}"#)
    #expect(settings.voice == voice)
    #expect(settings.locked["voice"] == place)
  }

  @Test(
    arguments: [
      ([:], [:], "{}", .server(address: "p:1", model: "mp"), nil),
      // The model belongs to the server it was chosen with.
      ([:], ["KITH_MODEL": "m"], "{}", .server(address: "p:1", model: "mp"), nil),
      ([:], [:], #"{"builtIn": "0.5B"}"#, .builtIn(.small), "config.json"),
      (
        [:], [:], #"{"brain": {"address": "c:1"}}"#, .server(address: "c:1", model: nil),
        "config.json"
      ),
      ([:], ["KITH_BUILT_IN": "0.5B"], "{}", .builtIn(.small), "KITH_BUILT_IN"),
      ([:], ["KITH_BRAIN": "b:1"], "{}", .server(address: "b:1", model: nil), "KITH_BRAIN"),
      (["--built-in": "1.5B"], ["KITH_BRAIN": "b:1"], "{}", .builtIn(.large), "--built-in"),
      (
        ["--brain": "a:1"], [:], #"{"builtIn": "0.5B"}"#, .server(address: "a:1", model: nil),
        "--brain"
      ),
    ] as [([String: String], [String: String], String, Settings.Brain, String?)])
  func `the brain chosen in the page counts last as well`(
    flags: [String: String], environment: [String: String], file: String, brain: Settings.Brain,
    place: String?
  ) throws {
    let page = #"{"brain": {"kind": "server", "address": "p:1", "model": "mp"}, "speed": 1.1}"#
    let settings = try settings(flags, environment, file: file, page: page)
    #expect(settings.brain == brain)
    #expect(settings.locked["brain"] == place)
    #expect(settings.speed == 1.1)
  }

  @Test func `the key goes to no server that was chosen in the page`() throws {
    let page = #"{"brain": {"kind": "server", "address": "p:1"}}"#
    #expect(try settings([:], ["KITH_BRAIN_KEY": "k"], page: page).key == nil)
    #expect(try settings(["--brain": "a:1"], ["KITH_BRAIN_KEY": "k"], page: page).key == "k")
  }

  @Test func `a damaged file of the page is left out and left alone`() throws {
    try write(Array("{".utf8), to: folder.file("settings.json"))
    #expect(try settings().preferences == Preferences())
    #expect(exists(folder.file("settings.json")))
  }

  @Test func `the built-in brain when nothing is said, and when it is asked for`() throws {
    #expect(try settings().brain == .builtIn(nil))
    #expect(try settings(["--built-in": "0.5b"]).brain == .builtIn(.small))
    #expect(try settings(["--built-in": "1.5B"], ["KITH_BRAIN": "b:1"]).brain == .builtIn(.large))
    #expect(try settings([:], ["KITH_BRAIN": "", "KITH_PORT": ""]).brain == .builtIn(nil))
    #expect(try settings(file: #"{"builtIn": "0.5B",} // small"#).brain == .builtIn(.small))
  }

  @Test func `the key comes from the environment only`() throws {
    #expect(try settings([:], ["KITH_BRAIN_KEY": "k"]).key == "k")
    #expect(try settings().key == nil)
    #expect(throws: Problem.self) { try settings(file: #"{"key": "k"}"#) }
  }

  @Test func `where the data folder is`() throws {
    func place(_ values: [String: String], _ environment: [String: String]) throws -> String {
      try Settings(arguments: Arguments(values: values), environment: environment).dataFolder
    }
    let path = folder.path
    #expect(try place(["--data": path], ["KITH_DATA": "/nowhere"]) == path)
    #expect(try place([:], ["KITH_DATA": path]) == path)
    #expect(try place([:], ["KITH_DATA": "", "XDG_DATA_HOME": path]) == path + "/kith")
    #expect(try place([:], ["XDG_DATA_HOME": "no", "HOME": path]) == path + "/.local/share/kith")
    #expect(try place(["--data": "here"], [:]).hasPrefix("/"))
    #expect(throws: WrongUse("--data needs a folder.")) { try place(["--data": ""], [:]) }
    #expect(throws: WrongUse.self) { try place([:], [:]) }
  }

  @Test(arguments: [
    ("{", "it is no JSON, such as {"), ("[]", "it must be an object in braces, such as {"),
    ("null", "it must be an object in braces"), ("7", "it must be an object in braces"),
    (#"{"prot": 1}"#, "there is no key prot"), (#"{"port": "x"}"#, "port must be a whole number"),
    (#"{"port": 1.5}"#, "port must be a whole number"), (#"{"port": -1}"#, "port must be from 0"),
    (#"{"voice": 7}"#, "voice must be a text in quotation marks"),
    (#"{"brain": "x:1"}"#, #"brain must be an object, such as {"address": "#),
    (#"{"brain": {"address": 1}}"#, "brain.address must be a text in quotation marks"),
    (#"{"brain": {}}"#, "brain.address is missing"), ("", "it is empty"), (" \n", "it is empty"),
    (String(repeating: " ", count: 70_000), "larger than 64 KB"),
  ])
  func `a file that is wrong is told with the reason`(file: String, reason: String) {
    #expect {
      try settings(file: file)
    } throws: { error in
      (error as? Problem)?.code == .configurationInvalid
        && (error as? Problem)?.message.contains(reason) == true
    }
  }

  @Test(arguments: [
    (["--built-in": "9B"], "--built-in takes 1.5B or 0.5B, not 9B."),
    (["--model": "m"], "--model needs --brain, the address of the server that has it."),
    (["--port": "65536"], "--port takes a number from 0 to 65535."),
  ])
  func `a flag that is wrong`(values: [String: String], sentence: String) {
    #expect(throws: WrongUse(sentence)) { try settings(values) }
  }
}
