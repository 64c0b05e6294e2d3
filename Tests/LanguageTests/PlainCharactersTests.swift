import Language
import Testing

@Test(arguments: [
  ("a\u{0}b\u{1B}[2Jc\u{202E}d\u{85}e\u{2066}", "ab[2Jcde"),
  ("two\n\tlines\r\n", "two\n\tlines\r\n"),
  ("schön 日本 שלום 👩‍👩‍👧", "schön 日本 שלום 👩‍👩‍👧"), ("", ""),
])
func `characters that steer are left out, and no others`(text: String, plain: String) {
  #expect(text.withoutControls == plain)
}
