extension HTTPRequest {
  /// The fields of the head as lines without their ends; control characters are left out.
  var headerLines: [String] { Self.lines(headers, key: key) }

  /// The same for any request.
  static func lines(_ headers: [(name: String, value: String)], key: Secret?) -> [String] {
    let all = headers + (key.map { [("Authorization", "Bearer \($0.revealed)")] } ?? [])
    return all.map { name, value in
      let line = "\(name): \(value)".unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
      return String(String.UnicodeScalarView(line))
    }
  }
}
