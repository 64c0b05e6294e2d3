/// Where requests may go.
///
/// Plain http stays inside one's own network, because everybody on the way could read along:
/// private numbers, `*.local` names and names of a single label. Anything else needs https with a
/// valid certificate. The rule is checked on the address as written, and again on the number the
/// socket is really connected to, since a name may resolve to anything.
public enum AddressPolicy {
  /// Checks the address as written.
  ///
  /// - Throws: `AddressFault.publicWithoutTLS`.
  static func check(_ address: ServerAddress) throws(AddressFault) {
    if address.scheme == .http, !address.isOwn { throw .publicWithoutTLS }
  }

  /// Checks that `key` may be sent to `address`: a key of a paid service never travels readable.
  ///
  /// - Throws: `AddressFault.keyWithoutTLS`.
  public static func check(key: Secret, for address: ServerAddress) throws(AddressFault) {
    if address.scheme == .http, Secret.isPaid(key.revealed) { throw .keyWithoutTLS }
  }

  /// Checks the same of everything in the head of a request.
  ///
  /// - Throws: `AddressFault.keyWithoutTLS`.
  static func check(
    _ headers: [(name: String, value: String)], for address: ServerAddress
  ) throws(AddressFault) {
    guard address.scheme == .http else { return }
    let words = headers.flatMap { $0.value.split(whereSeparator: { " ,;=\t\"".contains($0) }) }
    if words.contains(where: Secret.isPaid) { throw .keyWithoutTLS }
  }

  /// Whether a request over `scheme` may use a socket that is connected to `number`.
  static func allows(_ number: IPAddress, over scheme: ServerAddress.Scheme) -> Bool {
    scheme == .https || number.isPrivate
  }
}
