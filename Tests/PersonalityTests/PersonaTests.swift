import Dialogue
import Journal
import Personality
import Testing

@Test func `the persona that ships is valid and short enough for a small model`() throws {
  let mira = try Persona.mira()
  #expect(mira.name == "Mira")
  #expect(mira.voice.onThisMachine == .female)
  #expect((4...8).contains(mira.examples.count))
  let characters =
    mira.introduction.count + mira.examples.reduce(0) { $0 + $1.person.count + $1.companion.count }
  #expect(characters < 1_800, "about 400 tokens")
}

@Test(
  arguments: [
    ("", nil), ("not json", nil), ("{}", "format"), (#"{"format": 1}"#, "name"),
  ] as [(String, String?)])
func `a broken persona file is told by its first wrong field`(text: String, field: String?) {
  #expect {
    try Persona(json: Array(text.utf8))
  } throws: { error in
    guard case PersonaError.unreadable(let told)? = error as? PersonaError else { return false }
    return told == field
  }
}

@Test func `a persona file from a newer Kith and one that is too large are refused`() {
  let large = [UInt8](repeating: 32, count: 65_537)
  #expect(throws: PersonaError.tooLarge) { try Persona(json: large) }
  for error in [PersonaError.tooLarge, .newerFormat(2), .unreadable(field: "age")] {
    #expect(error.problem.code == .configurationInvalid)
  }
}
