/// Why an address is refused before anything is sent.
public enum AddressFault: Error, Sendable, Equatable, CaseIterable {
  case empty
  case tooLong
  case strangeCharacter
  case strangeScheme
  case credentials
  case badHost
  case badPort
  case queryOrFragment
  case publicWithoutTLS
  case keyWithoutTLS

  /// One sentence that says what is wrong.
  ///
  /// It never repeats the address, which may hold a secret.
  public var sentence: String {
    switch self {
    case .empty: "The address is empty."
    case .tooLong: "The address is longer than 2,000 characters."
    case .strangeCharacter: "The address holds a character that no address has."
    case .strangeScheme: "The address has to begin with http:// or https://."
    case .credentials: "The address holds a user name or a password."
    case .badHost: "The name of the server in the address can't be read."
    case .badPort: "The port in the address is not a number from 1 to 65535."
    case .queryOrFragment: "The address holds a ? or a #, which a server's address can't have."
    case .publicWithoutTLS:
      "Plain http is for your own network only, and the address leads out of it."
    case .keyWithoutTLS: "A key that begins with sk- would be sent over plain http."
    }
  }

  /// One sentence that says what to do.
  public var action: String {
    switch self {
    case .publicWithoutTLS: "Write https:// in front of it, or use a server of your own network."
    case .keyWithoutTLS: "Use an https address, or leave the key out: local servers need none."
    case .credentials: "Leave them out and give the key as a setting."
    default: "Write it like http://name:port, for example http://192.168.1.20:8080."
    }
  }
}
