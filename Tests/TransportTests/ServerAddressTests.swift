import Testing

@testable import Transport

struct ServerAddressTests {
  static let accepted: [(text: String, url: String)] = [
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"),
    ("HTTP://LocalHost:8080/", "http://localhost:8080/v1"),
    ("localhost", "http://localhost:80/v1"),
    ("  mybox:1234  ", "http://mybox:1234/v1"),
    ("mybox.local:11434", "http://mybox.local:11434/v1"),
    ("MyBox.LOCAL.:11434", "http://mybox.local:11434/v1"),
    ("127.0.0.1.", "http://127.0.0.1:80/v1"),
    ("127.1:9", "http://127.0.0.1:9/v1"),
    ("http://0x7f.1", "http://127.0.0.1:80/v1"),
    ("http://0177.0.0.1", "http://127.0.0.1:80/v1"),
    ("http://2130706433/", "http://127.0.0.1:80/v1"),
    ("http://0xC0A80001", "http://192.168.0.1:80/v1"),
    ("10.1.2.3", "http://10.1.2.3:80/v1"),
    ("172.16.0.1", "http://172.16.0.1:80/v1"),
    ("172.31.255.255", "http://172.31.255.255:80/v1"),
    ("192.168.255.1:65535", "http://192.168.255.1:65535/v1"),
    ("100.64.0.1", "http://100.64.0.1:80/v1"),
    ("100.127.255.255", "http://100.127.255.255:80/v1"),
    ("169.254.1.1", "http://169.254.1.1:80/v1"),
    ("[::1]:8080", "http://[::1]:8080/v1"),
    ("::1", "http://[::1]:80/v1"),
    ("http://[FD00::1]", "http://[fd00::1]:80/v1"),
    ("fe80::1234", "http://[fe80::1234]:80/v1"),
    ("fe80::1%eth0", "http://[fe80::1%25eth0]:80/v1"),
    ("http://[FE80::1%25eth0]:9", "http://[fe80::1%25eth0]:9/v1"),
    ("http://[fe80::1%Wlan-0.1_x]", "http://[fe80::1%25Wlan-0.1_x]:80/v1"),
    ("[::ffff:10.0.0.1]:1", "http://[::ffff:10.0.0.1]:1/v1"),
    ("[::FFFF:7f00:1]", "http://[::ffff:7f00:1]:80/v1"),
    ("http://xn--bcher-kva.local", "http://xn--bcher-kva.local:80/v1"),
    ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example:443/v1"),
    ("https://api.example.com", "https://api.example.com:443/v1"),
    ("https://8.8.8.8", "https://8.8.8.8:443/v1"),
    ("https://api.example.com/openai/", "https://api.example.com:443/openai/v1"),
  ]

  @Test(arguments: accepted)
  func `an address of one's own network or over https is read`(text: String, url: String) throws {
    #expect(try ServerAddress(text).url(path: "/v1") == url)
  }

  static let refused: [(text: String, fault: AddressFault)] = [
    ("", .empty),
    ("   ", .empty),
    (String(repeating: "a", count: 2001), .tooLong),
    ("http://my box", .strangeCharacter),
    ("http://mybox\u{7F}", .strangeCharacter),
    ("http://mybox\r\nHost: evil", .strangeCharacter),
    ("http://bücher", .strangeCharacter),
    ("http://10.0.0.1\\@8.8.8.8", .strangeCharacter),
    ("ftp://mybox", .strangeScheme),
    ("file:///etc/passwd", .strangeScheme),
    ("file:/etc/passwd", .strangeScheme),
    ("ws://mybox", .strangeScheme),
    ("http:mybox", .strangeScheme),
    ("http:/mybox", .strangeScheme),
    ("gopher://127.0.0.1", .strangeScheme),
    ("http://user:secret@127.0.0.1", .credentials),
    ("http://127.0.0.1@8.8.8.8", .credentials),
    ("user@mybox", .credentials),
    ("http://mybox:0", .badPort),
    ("http://mybox:65536", .badPort),
    ("http://mybox:-1", .badPort),
    ("http://mybox:http", .badPort),
    ("http://mybox:123456", .badPort),
    ("http://mybox:８０", .strangeCharacter),
    ("http://", .badHost),
    ("http://.", .badHost),
    ("http://a..local", .badHost),
    ("http://-a.local", .badHost),
    ("http://%31%30.0.0.1", .badHost),
    ("http://127%2E0%2E0%2E1", .badHost),
    ("http://box%00.local", .badHost),
    ("http://１２７.0.0.1", .strangeCharacter),
    ("http://127。0。0。1", .strangeCharacter),
    ("http://bo\u{445}", .strangeCharacter),
    ("https://\u{430}pi.openai.com", .strangeCharacter),
    ("http://box\u{200B}", .strangeCharacter),
    ("http://xn--pple-43d.com", .publicWithoutTLS),
    ("http://box..", .badHost),
    ("http://8.8.8.8.", .publicWithoutTLS),
    ("http://[::1%25eth0]", .badHost),
    ("http://[fd00::1%eth0]", .badHost),
    ("http://[fe80::1%]", .badHost),
    ("http://[fe80::1%25]", .badHost),
    ("http://[fe80::1%25eth0%25x]", .badHost),
    ("http://[fe80::1%25interface-too-long]", .badHost),
    ("http://[::1", .badHost),
    ("http://[::1]x", .badHost),
    ("http://[::g]", .badHost),
    ("http://[1::2::3]", .badHost),
    ("http://[:::1]", .badHost),
    ("http://[1:2:3:4:5:6:7:8:9]", .badHost),
    ("http://256.1", .badHost),
    ("http://1.2.3.256", .badHost),
    ("http://1.2.3.4.5", .badHost),
    ("http://08.1.1.1", .badHost),
    ("http://mybox?x=1", .queryOrFragment),
    ("http://mybox/#x", .queryOrFragment),
    ("http://8.8.8.8", .publicWithoutTLS),
    ("http://134744072", .publicWithoutTLS),
    ("http://0x08.0x08.0x08.0x08", .publicWithoutTLS),
    ("http://010.8.8.8", .publicWithoutTLS),
    ("http://example.com", .publicWithoutTLS),
    ("http://example.com.", .publicWithoutTLS),
    ("http://EXAMPLE.COM:80", .publicWithoutTLS),
    ("http://127.0.0.1.example.com", .publicWithoutTLS),
    ("http://local.example", .publicWithoutTLS),
    ("http://notlocal.locals", .publicWithoutTLS),
    ("http://[::ffff:8.8.8.8]", .publicWithoutTLS),
    ("http://[::ffff:808:808]", .publicWithoutTLS),
    ("http://[2001:4860:4860::8888]", .publicWithoutTLS),
    ("http://[64:ff9b::10.0.0.1]", .publicWithoutTLS),
    ("http://[fec0::1]", .publicWithoutTLS),
    ("http://0.0.0.0", .publicWithoutTLS),
    ("http://0", .publicWithoutTLS),
    ("http://0x0", .publicWithoutTLS),
    ("http://[::ffff:0.0.0.0]", .publicWithoutTLS),
    ("http://[::127.0.0.1]", .publicWithoutTLS),
    ("http://[2002:7f00:1::]", .publicWithoutTLS),
    ("http://169.254.169.254.example", .publicWithoutTLS),
    ("http://[::]", .publicWithoutTLS),
    ("http://172.15.0.1", .publicWithoutTLS),
    ("http://172.32.0.1", .publicWithoutTLS),
    ("http://100.63.255.255", .publicWithoutTLS),
    ("http://100.128.0.0", .publicWithoutTLS),
    ("http://192.169.0.1", .publicWithoutTLS),
    ("http://11.0.0.1", .publicWithoutTLS),
    ("http://169.253.1.1", .publicWithoutTLS),
  ]

  @Test(arguments: refused)
  func `any other address is refused with its reason`(text: String, fault: AddressFault) {
    #expect(throws: fault) { try ServerAddress(text) }
  }

  @Test(arguments: AddressFault.allCases)
  func `every reason is a sentence with something to do`(fault: AddressFault) {
    #expect(fault.sentence.hasSuffix("."))
    #expect(fault.action.hasSuffix("."))
  }

  @Test func `a paid service's key is not sent over plain http`() throws {
    let plain = try ServerAddress("http://mybox:1")
    #expect(throws: AddressFault.keyWithoutTLS) {
      try AddressPolicy.check(key: Secret("sk-abc"), for: plain)
    }
    try AddressPolicy.check(key: Secret("local"), for: plain)
    try AddressPolicy.check(key: Secret("sk-abc"), for: ServerAddress("https://api.example.com"))
  }

  @Test func `a number from a socket is judged like one in an address`() {
    let mapped = IPAddress(bytes: Array(repeating: 0, count: 10) + [0xFF, 0xFF, 8, 8, 8, 8])
    #expect(mapped?.isPrivate == false)
    #expect(IPAddress(bytes: [192, 168, 1, 1])?.isPrivate == true)
    #expect(IPAddress(bytes: [1, 2, 3]) == nil)
    for scheme in [ServerAddress.Scheme.http, .https] {
      #expect(AddressPolicy.allows(.v4(0x0808_0808), over: scheme) == (scheme == .https))
    }
  }
}
