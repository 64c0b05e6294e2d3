import CCrypto
import Glibc

/// The SHA-256 of a file.
enum FileDigest {
  /// Reads the file at `path` and digests it; blocks as long as the disk takes.
  ///
  /// - Returns: 64 hexadecimal digits, or nil when the file can't be read to its end.
  static func sha256(of path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, let digest = unsafe EVP_MD_CTX_new() else { return nil }
    defer {
      close(descriptor)
      unsafe EVP_MD_CTX_free(digest)
    }
    guard unsafe EVP_DigestInit_ex(digest, EVP_sha256(), nil) == 1 else { return nil }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      let taken = unsafe block.withUnsafeBytes {
        unsafe EVP_DigestUpdate(digest, $0.baseAddress, count)
      }
      guard taken == 1 else { return nil }
    }
    var result = [UInt8](repeating: 0, count: 32)
    guard unsafe EVP_DigestFinal_ex(digest, &result, nil) == 1 else { return nil }
    return result.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
