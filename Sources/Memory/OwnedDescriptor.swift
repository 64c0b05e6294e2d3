import Glibc

/// An open file, closed when it is let go.
struct OwnedDescriptor: ~Copyable, Sendable {
  /// The number the system knows it by.
  let number: Int32

  /// Takes over `number`; nil when opening had failed, with the reason still in `errno`.
  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit {
    close(number)
  }
}
