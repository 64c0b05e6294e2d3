import Glibc

/// Which file lies at a path: the same path may lead to another file later.
struct FileIdentity: Sendable, Equatable {
  private let device: UInt
  private let number: UInt

  /// The file at `path`; nil when there is none.
  init?(of path: String) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return nil }
    device = UInt(facts.st_dev)
    number = UInt(facts.st_ino)
  }
}
