import FoundationEssentials

/// The commit a measurement belongs to.
enum BuildCommit {
  /// The commit checked out in the working folder, shortened; `unknown` outside a checkout.
  static var text: String {
    func read(_ path: String) -> String? {
      FileManager.default.contents(atPath: path).map {
        String(decoding: $0.prefix(256), as: UTF8.self)
      }?.split(whereSeparator: \.isNewline).first.map(String.init)
    }
    guard let head = read(".git/HEAD") else { return "unknown" }
    let commit = head.hasPrefix("ref: ") ? read(".git/" + head.dropFirst(5)) : head
    return commit.map { String($0.prefix(12)) } ?? "unknown"
  }
}
