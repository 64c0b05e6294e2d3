import Language
import TestSupport
import Testing

struct SpokenLanguageTests {
  @Test(arguments: [
    ("The meeting is at 5 and you should come.", SpokenLanguage.english),
    ("Wir treffen uns um 14:30 Uhr.", .german), ("Das kostet 3,50 €.", .german),
    ("Le train part à 14h30.", .french), ("J'ai 3 chats.", .french),
    ("Tengo 3 gatos y el perro.", .spanish), ("¿Qué hora es?", .spanish),
    ("猫が3匹います。", .japanese), ("I was in Paris on 5 May.", .english),
    ("They told us that Frau Müller has 3 cats.", .english),
    ("My son and I went to Los Angeles in 1999.", .english),
  ])
  func `small words and letters tell the language`(text: String, language: SpokenLanguage) {
    #expect(SpokenLanguage.of(text) == language)
  }

  @Test(arguments: ["", "123", "nvidia.com", "OK!", "Rosa de la Cruz: 5"])
  func `what tells nothing is of no language`(text: String) {
    #expect(SpokenLanguage.of(text) == nil)
  }

  @Test func `a tag may have a region`() {
    #expect(SpokenLanguage(tag: "de-AT") == .german)
    #expect(SpokenLanguage(tag: "EN_us") == .english)
    #expect(SpokenLanguage(tag: "xx") == nil)
  }

  @Test func `a sentence that tells nothing is in the language of those before it`() {
    var language = ReplyLanguage(given: .german)
    #expect(language.next("3 + 4.") == .german)
    #expect(language.next("Hoy es martes, y el tren sale a las 5.") == .spanish)
    #expect(language.next("14:30.") == .spanish)
    #expect(language.next("The word is short, and you know it.") == .english)
  }

  @Test func `figures of other languages are not said in English`() {
    let spoken = [
      ("Es sind 3 Hunde.", SpokenLanguage.german), ("Il y a 3 chiens.", .french),
      ("Hay 3 perros.", .spanish), ("犬が3匹います。", .japanese),
    ].map { Pronounceable.spoken($0.0, in: $0.1) }
    #expect(
      spoken == [
        "Es sind drei Hunde.", "Il y a trois chiens.", "Hay tres perros.", "犬が三匹います。",
      ])
  }

  @Test(arguments: SpokenLanguage.allCases)
  func `any short text is spelled out without a crash`(language: SpokenLanguage) {
    var numbers = SeededNumbers(7)
    let signs = Array("0123456789.,:/-–$€£%'\"()&@#=+* aZIVXhUst°²½…\u{301}º年〜")
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...12, using: &numbers)
      let text = (0..<count).compactMap { _ in signs.randomElement(using: &numbers) }
      _ = Pronounceable.spoken(String(text), in: language)
    }
  }
}
