import Language
import Testing

struct SpeakableTextTests {
  static let cases: [(String, String)] = [
    ("Hello, Ana.", "Hello, Ana."),
    ("<think>secret</think>Hi.", "Hi."),
    ("<thinking>a <b> c</thinking>\n\nHi. <think>more</think>Bye.", "Hi. Bye."),
    ("<think>never closed", ""),
    ("<think>\n\n</think>\n\nHello.", "Hello."),
    ("internal reasoning</think>Good morning.", "Good morning."),
    ("<think>a<think>b</think>c</think>d", "d"),
    ("<reasoning>x</reasoning>Fine.", "Fine."),
    ("Write `<think>` to start a thought.", "Write think to start a thought."),
    ("Bye.<|im_end|>", "Bye."),
    ("[INST] hi [/INST]", "hi"),
    (
      "<|channel|>analysis<|message|>hmm<|end|><|start|>assistant<|channel|>final<|message|>Hi.",
      "Hi."
    ),
    ("<tool_call>{\"name\":\"recall\"}</tool_call>", ""),
    ("{\"name\":\"remember\",\"arguments\":{\"a\":\"}\"}}", ""),
    ("Here:\n```swift\nlet a = 1\n```\nDone.", "Here:\nDone."),
    ("~~~\ncode\n~~~\nAfter.", "After."),
    ("Before.\n| a | b |\n|---|---|\n| 1 | 2 |\nAfter.", "Before.\nAfter."),
    ("# Dinner\nSoup.", "Dinner.\nSoup."),
    ("- milk\n- bread", "milk.\nbread."),
    ("* *one*\n+ **two**!\n• three", "one.\ntwo!\nthree."),
    ("1. Wash\n2. Dry", "1, Wash.\n2, Dry."),
    ("- [x] done\n- [ ] open", "done.\nopen."),
    ("> quoted\n> line", "quoted\nline"),
    ("---\n***\n===\nText", "Text"),
    ("**Ana** is *really* __here__, _yes_.", "Ana is really here, yes."),
    ("~~old~~ new", "new"),
    ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
    ("See https://example.org/a_b?c=1. Then www.x.org!", "See a link. Then a link!"),
    ("See [the page](https://example.org/a) or <https://b.org>.", "See the page or a link."),
    ("As shown [1][2] here.", "As shown here."),
    ("Hi 😊!", "Hi!"),
    ("I love that. 😊 Tell me more! 👨‍👩‍👧‍👦", "I love that. Tell me more!"),
    ("Great :) See you ^_^", "Great See you"),
    ("*smiles softly* Hello there.", "Hello there."),
    ("Well (laughs) sure. [sighs] Fine.", "Well sure. Fine."),
    ("Not (really) so.", "Not (really) so."),
    ("<b>hi</b> Tom &amp; Ana, 5 &lt; 6", "hi Tom & Ana, 5 < 6"),
    ("♪ la la ♪", "la la"),
    ("a\u{00A0}b hello\u{200B}world", "a b helloworld"),
    ("1 < 2 and 3 > 2, a (b", "1 < 2 and 3 > 2, a (b"),
    ("It is 3.5. Or *so", "It is 3.5. Or so"),
    ("```inline``` text\n```\nhidden", "inline text"),
    ("5*3*2 and [docs](https://a.b/c_(d)) ok", "5*3*2 and docs ok"),
    ("Hello <user>, it is .5", "Hello, it is .5"),
    ("", ""), ("😊", ""),
  ]

  @Test(arguments: cases)
  func `only what may be said is said`(written: String, spoken: String) {
    #expect(SpeakableText.text(of: written) == spoken)
  }

  @Test(arguments: cases)
  func `cutting the text anywhere changes nothing`(written: String, spoken: String) {
    let whole = outputs([written])
    for way in pieces(of: written) { #expect(outputs(way) == whole) }
  }

  @Test func `directions and emoji become cues at their place`() {
    #expect(
      outputs(["*smiles* Hello 😊 there (laughs)"]) == [
        .cue(.direction("smiles")), .text("Hello"), .cue(.emoji("😊")), .text(" there"),
        .cue(.direction("laughs")),
      ])
  }

  @Test func `words come out as soon as they are whole`() {
    var speakable = SpeakableText()
    #expect(speakable.feed("Hello there, my ") == [.text("Hello there, my")])
    #expect(speakable.feed("dear <") == [.text(" dear")])
    #expect(!speakable.hidReasoning)
    #expect(speakable.feed("think>no</think> yes.") == [])
    #expect(speakable.hidReasoning)
    #expect(speakable.finish() == [.text(" yes.")])
  }

  @Test func `where no sentence goes on is told once, and not before anything was said`() {
    #expect(outputs(["\n\n# \n```\na\n```\n"]) == [])
    #expect(
      outputs(["One.\n\n\n```\na\n```\n\n- two\n\nThree"]) == [
        .text("One."), .blockEnd, .text("\ntwo."), .blockEnd, .text("\nThree"),
      ])
  }

  /// All outputs, with neighbouring texts joined.
  private func outputs(_ pieces: [String]) -> [SpeakableText.Output] {
    var speakable = SpeakableText()
    var outputs: [SpeakableText.Output] = []
    for output in pieces.flatMap({ speakable.feed($0) }) + speakable.finish() {
      if case .text(let next) = output, case .text(let last)? = outputs.last {
        outputs[outputs.count - 1] = .text(last + next)
      } else if output == .retraction {
        outputs = []
      } else {
        outputs.append(output)
      }
    }
    return outputs
  }
}
