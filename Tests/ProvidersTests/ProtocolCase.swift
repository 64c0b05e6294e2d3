import FoundationEssentials
import TestSupport
import Testing

/// A recorded shape of a reply and what it means.
struct ProtocolCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Expectation: Decodable, Sendable {
    struct Call: Decodable, Sendable {
      var name: String
    }

    var text: String?
    var spoken: String?
    var reasoning: String?
    var toolCalls: [Call]?
    var finish: String?
    var complete: Bool?
    var error: String?
  }

  private struct Index: Decodable {
    var cases: [ProtocolCase]
  }

  var file: String
  var dialect: String
  var status: Int
  var headers: [String: String]
  var expect: Expectation

  var testDescription: String { file }
  var contentType: String? { headers["Content-Type"] }
  var bytes: [UInt8] { Self.contents(of: file) }

  /// The streams of chat completions.
  static let streams: [ProtocolCase] = {
    guard Recordings.areHere,
      let index = try? JSONDecoder().decode(Index.self, from: Data(contents(of: "INDEX.json")))
    else { return [] }
    return index.cases.filter { $0.file.hasSuffix(".sse") && $0.status == 200 }
  }()

  /// What a file beside the index holds.
  static func contents(of name: String) -> [UInt8] {
    let path = (Recordings.folder ?? "") + "/protocol/" + name
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return [] }
    return Array(data)
  }
}
