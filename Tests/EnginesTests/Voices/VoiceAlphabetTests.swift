import Testing

@testable import Engines

struct VoiceAlphabetTests {
  /// What Hibari's own package says for words espeak-ng reads as in the first column.
  @Test(arguments: [
    ("kwˈɪk", "kwˈɪk"), ("bɹˈaʊn", "bɹˈWn"), ("dʒˈʌmps", "ʤˈʌmps"), ("ˌoʊvɚ", "ˌOvəɹ"),
    ("tədˈeɪ", "tədˈA"), ("mˈɛʒɚ", "mˈɛʒəɹ"), ("tʃˈɜːtʃ", "ʧˈɜɹʧ"), ("wˈɔːɾɚɹ", "wˈɔTəɹ"),
    ("zˈiəɹoʊ", "zˈɪɹO"), ("lˈɪɾəl", "lˈɪTᵊl"), ("mˈɪdəl", "mˈɪdᵊl"), ("bˈʌʔn̩", "bˈʌtn"),
    ("ɹˈoʊzᵻz", "ɹˈOzᵻz"), ("fˈoːɹ", "fˈɔɹ"), ("ɐbˈaʊt", "əbˈWt"), ("ˈɔɪl", "ˈYl"),
    ("fˈaɪɚɹ", "fˈIəɹ"), ("ɪmpˈoːɹtənt", "ɪmpˈɔɹtᵊnt"), ("dᵻlˈaɪtfəl", "dəlˈItfᵊl"),
    ("plˈʊɹɹəlˌɪzəm", "plˈʊɹəlˌɪzəm"), ("ˌæksɪˈɑːlədʒi", "ˌæksiˈɑləʤi"), ("juːv", "juv"),
    ("ɹˈeɪzəbəl", "ɹˈAzəbəl"), ("sˈɪɾi", "sˈɪTi"), ("ɡˌoʊ", "ɡˌO"),
  ])
  func `IPA becomes the letters the voice was trained on`(ipa: String, letters: String) {
    let found = HibariAlphabet.letters(for: ipa[...])
    #expect(String(String.UnicodeScalarView(found.map(\.letter))) == letters)
  }

  @Test func `every letter says which sound the mouth makes`() {
    let letters = HibariAlphabet.letters(for: "tʃˈɜːtʃ"[...])
    #expect(letters.map(\.ipa) == ["tʃ", "", "ɜ", "ɹ", "tʃ"])
  }
}
