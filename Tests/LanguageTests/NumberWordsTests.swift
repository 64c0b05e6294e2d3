import Testing

@testable import Language

/// Whole numbers in the languages other than English, whose numbers the sentences test.
struct NumberWordsTests {
  @Test(arguments: [
    (0, "null"), (1, "eins"), (16, "sechzehn"), (17, "siebzehn"), (21, "einundzwanzig"),
    (30, "dreißig"), (99, "neunundneunzig"), (100, "einhundert"), (101, "einhunderteins"),
    (999, "neunhundertneunundneunzig"), (1001, "eintausendeins"), (21_000, "einundzwanzigtausend"),
    (101_000, "einhunderteintausend"), (1_000_000, "eine Million"),
    (2_300_001, "zwei Millionen dreihunderttausendeins"), (1_000_000_000, "eine Milliarde"),
  ])
  func `German counts`(value: Int, words: String) {
    #expect(GermanNumbers.cardinal(value) == words)
  }

  @Test(arguments: [
    (1, "erst"), (3, "dritt"), (7, "siebt"), (8, "acht"), (12, "zwölft"), (19, "neunzehnt"),
    (20, "zwanzigst"), (31, "einunddreißigst"), (100, "einhundertst"), (101, "einhunderterst"),
  ])
  func `German orders`(value: Int, stem: String) {
    #expect(GermanNumbers.ordinalStem(value) == stem)
  }

  @Test(arguments: [
    (0, "zéro"), (16, "seize"), (17, "dix-sept"), (21, "vingt et un"), (31, "trente et un"),
    (70, "soixante-dix"), (71, "soixante et onze"), (77, "soixante-dix-sept"),
    (80, "quatre-vingts"), (81, "quatre-vingt-un"), (91, "quatre-vingt-onze"), (100, "cent"),
    (200, "deux cents"), (201, "deux cent un"), (280, "deux cent quatre-vingts"), (1000, "mille"),
    (80_000, "quatre-vingt mille"), (200_000, "deux cent mille"), (1_000_000, "un million"),
    (200_000_000, "deux cents millions"),
  ])
  func `French counts`(value: Int, words: String) {
    #expect(FrenchNumbers.cardinal(value) == words)
  }

  @Test(arguments: [
    (1, "premier"), (2, "deuxième"), (4, "quatrième"), (5, "cinquième"), (9, "neuvième"),
    (11, "onzième"), (21, "vingt et unième"), (80, "quatre-vingtième"), (100, "centième"),
    (200, "deux centième"), (1000, "millième"),
  ])
  func `French orders`(value: Int, words: String) {
    #expect(FrenchNumbers.ordinal(value) == words)
  }

  @Test(arguments: [
    (0, "cero"), (16, "dieciséis"), (21, "veintiuno"), (22, "veintidós"), (31, "treinta y uno"),
    (100, "cien"), (101, "ciento uno"), (500, "quinientos"), (700, "setecientos"), (1000, "mil"),
    (2000, "dos mil"), (21_000, "veintiún mil"), (31_000, "treinta y un mil"),
    (1_000_000, "un millón"), (2_000_000, "dos millones"), (1_000_000_000, "mil millones"),
  ])
  func `Spanish counts`(value: Int, words: String) {
    #expect(SpanishNumbers.cardinal(value) == words)
  }

  @Test func `Spanish numbers follow their noun`() {
    #expect(SpanishNumbers.cardinal(21, .masculine) == "veintiún")
    #expect(SpanishNumbers.cardinal(21, .feminine) == "veintiuna")
    #expect(SpanishNumbers.cardinal(231, .feminine) == "doscientas treinta y una")
    #expect(SpanishNumbers.cardinal(200_000, .feminine) == "doscientas mil")
    #expect(SpanishNumbers.ordinal(23) == "vigésimo tercero")
    #expect(SpanishNumbers.ordinal(2, isFeminine: true) == "segunda")
  }

  @Test(arguments: [
    (0, "ゼロ"), (10, "十"), (11, "十一"), (20, "二十"), (100, "百"), (300, "三百"), (1000, "千"),
    (2026, "二千二十六"), (10_000, "一万"), (30_500, "三万五百"), (10_000_000, "一千万"),
    (123_456_789, "一億二千三百四十五万六千七百八十九"),
  ])
  func `Japanese counts`(value: Int, words: String) {
    #expect(JapaneseNumbers.cardinal(value) == words)
  }

  @Test(arguments: [
    ("1.000.000", "1000000", nil), ("1.250", "1250", nil), ("3,5", "3", "5"), ("12.5", "12", "5"),
    ("170.500.000,00", "170500000", "00"), ("1,234,567", "1234567", nil), ("1'000", "1000", nil),
    ("0.3", "0", "3"), ("0.125", "0", "125"), ("1.234,5", "1234", "5"), ("1,234.5", "1234", "5"),
  ])
  func `points and commas are told apart`(written: String, whole: String, fraction: String?) {
    let figure = Figure(written)
    #expect(figure?.whole == whole)
    #expect(figure?.fraction == fraction)
  }

  @Test(arguments: ["", "-", "1.2.3", "1,", ".5", "1..2", "12.34.5678", "a1", "1,2,3"])
  func `what is no number is none`(written: String) {
    #expect(Figure(written) == nil)
  }
}
