import Dialogue
import Testing

@testable import Providers

private let quoted = Prompt(messages: [
  Message(.system, "You are Mira."), Message(.user, "My sister Elena lives in Lisbon now."),
])

@Test(arguments: [
  ("Invalid message: my sister elena lives in lisbon", false),
  ("model not found: llama9", true), ("Bad request near 'sister Elena live'", false),
  ("context length 4096 exceeded", true), ("You are Mira. is too long", false), ("no", true),
])
func `a complaint that quotes what was said is not shown`(message: String, isShown: Bool) {
  for fault in [
    ProviderError.Fault.failed(status: 400, message), .busy(message), .forbidden(message),
    .modelMissing(message),
  ] {
    let quiet = fault.keepingQuiet(about: quoted)
    #expect((quiet == fault) == isShown)
  }
}
