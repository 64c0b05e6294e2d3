import CCrypto

/// The words by which both sides know that the other speaks WebSocket (RFC 6455, section 4).
public enum WebSocketHandshake {
  /// A random key for a request.
  ///
  /// - Returns: 16 random bytes in base 64.
  public static func newKey() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    unsafe bytes.withUnsafeMutableBufferPointer { unsafe fillWithChance($0) }
    return base64(bytes)
  }

  /// Whether `key` is 16 bytes in base 64.
  public static func isKey(_ key: String) -> Bool {
    let digits = key.utf8.prefix(22)
    return key.utf8.count == 24 && key.utf8.suffix(2).elementsEqual("==".utf8)
      && digits.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  /// What the server has to answer to `key`; a client compares it.
  ///
  /// - Parameter key: The key of the request.
  /// - Returns: The value of `Sec-WebSocket-Accept`.
  public static func accept(for key: String) -> String {
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    var digest = [UInt8](repeating: 0, count: 20)
    // SHA-1 guards nothing here; the protocol wants it as proof that the key was read.
    let code = unsafe EVP_Digest(text, text.count, &digest, nil, EVP_sha1(), nil)
    precondition(code == 1, "libcrypto has no SHA-1")
    return base64(digest)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = unsafe EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
    return String(decoding: text.prefix(Int(count)), as: UTF8.self)
  }

  static func fillWithChance(_ room: UnsafeMutableBufferPointer<UInt8>) {
    var random = SystemRandomNumberGenerator()
    for index in room.indices { unsafe room[index] = UInt8.random(in: 0...255, using: &random) }
  }
}
