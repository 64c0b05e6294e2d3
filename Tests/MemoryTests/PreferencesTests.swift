import Dialogue
import Glibc
import Journal
import Memory
import TestSupport
import Testing

struct PreferencesTests {
  private let folder: TemporaryFolder
  private let file: PreferencesFile

  init() throws {
    folder = try TemporaryFolder()
    file = PreferencesFile(in: folder.path)
  }

  private var path: String { folder.file("settings.json") }

  private func change(_ json: String) throws -> PreferencesChange {
    try PreferencesChange(json: Array(json.utf8))
  }

  @Test func `what is chosen is there again, for its owner only`() throws {
    #expect(try file.read() == .absent)
    let chosen = Preferences().changed(
      by: try change(
        #"""
        {"voice": "joe", "speed": 1.25, "brain": {"kind": "server", "address": "b:1", "model": "m/é"},
         "captions": false, "theme": "contrast", "reduced_motion": "on", "earcons": false,
         "welcomed": true}
        """#))
    #expect(chosen.voice == "joe" && chosen.speed == 1.25 && chosen.reducedMotion == .on)
    #expect(chosen.brain == .server(address: "b:1", model: "m/é"))
    try file.write(chosen)
    #expect(try file.read() == .preferences(chosen))
    #expect(permissions(of: path) == 0o600)
    #expect(!exists(path + ".new"))
  }

  @Test func `a change leaves the rest as it was, and null takes a choice back`() throws {
    var chosen = Preferences().changed(by: try change(#"{"voice": "joe", "captions": false}"#))
    chosen = chosen.changed(by: try change(#"{"speed": 1, "voice": null}"#))
    #expect(chosen.voice == nil && chosen.captions == false && chosen.speed == 1)
    #expect(chosen.changed(by: try change("{}")) == chosen)
  }

  @Test(
    arguments: [
      ("", "no JSON"), ("{", "no JSON"), ("[]", "object"), ("7", "object"),
      (#"{"volume": 1}"#, "no setting called volume"), (#"{"Voice": "joe"}"#, "called Voice"),
      (#"{"voice": 7}"#, "name of a voice"), (#"{"voice": ""}"#, "name of a voice"),
      (#"{"speed": 0.69}"#, "0.7 to 1.3"), (#"{"speed": 1.31}"#, "0.7 to 1.3"),
      (#"{"speed": "1"}"#, "0.7 to 1.3"), (#"{"speed": 1e999}"#, ""),
      (#"{"captions": 1}"#, "captions takes true or false"),
      (#"{"welcomed": "yes"}"#, "welcomed takes true or false"),
      (#"{"theme": "pink"}"#, "theme is system, dark, light or contrast"),
      (#"{"reduced_motion": true}"#, "reduced_motion is system or on"),
      (#"{"brain": "0.5B"}"#, "kind: built-in or server"), (#"{"brain": {}}"#, "kind"),
      (#"{"brain": {"kind": "cloud"}}"#, "kind of a brain is built-in or server"),
      (#"{"brain": {"kind": "built-in", "size": 5}}"#, "1.5B or 0.5B"),
      (#"{"brain": {"kind": "built-in", "address": "a"}}"#, "perhaps a size"),
      (#"{"brain": {"kind": "server"}}"#, "needs its address"),
      (#"{"brain": {"kind": "server", "address": ""}}"#, "needs its address"),
      (#"{"brain": {"kind": "server", "address": "a", "size": "1.5B"}}"#, "no size"),
      (#"{"brain": {"kind": "server", "address": "a", "key": "k"}}"#, "called key"),
      (#"{"brain": {"kind": "server", "address": "a", "model": "a\u0000b"}}"#, "model"),
    ])
  func `what does not fit is refused with a sentence`(json: String, reason: String) {
    #expect {
      try change(json)
    } throws: { error in
      let sentence = (error as? PreferencesChange.Fault)?.sentence
      return sentence?.hasSuffix(".") == true && (reason.isEmpty || sentence!.contains(reason))
    }
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"version": 1}"#, #"{"version": "1", "settings": {}}"#,
    #"{"version": 1, "settings": {"speed": 9}}"#, #"{"version": 1, "settings": {"x": 9}}"#,
    "\0\0\0\0", String(repeating: " ", count: 70_000),
  ])
  func `a damaged file is set aside, told once, and nothing of it is lost`(text: String) throws {
    try write(Array(text.utf8), to: path)
    let (preferences, problem) = try file.readSettingAside()
    #expect(preferences == Preferences())
    #expect(problem?.code == .configurationInvalid)
    #expect(problem?.message.contains("settings.json.damaged") == true)
    #expect(bytes(of: path + ".damaged") == Array(text.utf8))
    #expect(try file.readSettingAside() == (Preferences(), nil))
  }

  @Test func `one that was set aside before stays`() throws {
    for text in ["a", "b", "c"] {
      try write(Array(text.utf8), to: path)
      _ = try file.readSettingAside()
    }
    #expect(bytes(of: path + ".damaged") == [0x61])
    #expect(bytes(of: path + ".damaged-2") == [0x62])
    #expect(bytes(of: path + ".damaged-3") == [0x63])
  }

  @Test func `a link and a folder in its place are set aside too`() throws {
    #expect(symlink("/etc/hostname", path) == 0)
    _ = try file.readSettingAside()
    #expect(mkdir(path, 0o700) == 0)
    let (_, problem) = try file.readSettingAside()
    #expect(problem?.message.contains("settings.json.damaged-2") == true)
  }

  @Test func `what a newer Kith wrote is neither used nor written over`() throws {
    let text = #"{"version": 2, "settings": {"something": "new"}}"#
    try write(Array(text.utf8), to: path)
    let (preferences, problem) = try file.readSettingAside()
    #expect(preferences == Preferences() && problem?.message.contains("newer") == true)
    #expect(throws: Problem.self) { try file.write(Preferences()) }
    #expect(bytes(of: path) == Array(text.utf8))
  }

  @Test func `a folder that went away is told`() throws {
    let file = PreferencesFile(in: folder.file("gone"))
    #expect(throws: MemoryError.self) { try file.write(Preferences()) }
    #expect(try file.read() == .absent)
  }
}
