import FoundationEssentials
import Glibc
import Testing

/// The folder with texts from elsewhere, when it is there.
let textCases: String? = {
  let root = getenv("KITH_CASES").map { String(cString: $0) }
  let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let folder = (root ?? "/\(package)/../shared/cases") + "/text"
  return access(folder, R_OK) == 0 ? folder : nil
}()

/// The rows of a table, without its head, each cut into cells; quoted cells are unquoted.
func rows(_ name: String) throws -> [[String]] {
  let folder = try #require(textCases)
  let text = String(
    decoding: try Data(contentsOf: URL(filePath: folder + "/" + name)), as: UTF8.self)
  return text.split(separator: "\n").dropFirst().map { line in
    line.split(separator: "\t", omittingEmptySubsequences: false).map { cell in
      guard cell.count > 1, cell.first == "\"", cell.last == "\"" else { return String(cell) }
      return String(cell.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
  }
}

/// Ways to cut a text into pieces: whole, scalar by scalar, at every place, and at random.
func pieces(of text: String) -> [[String]] {
  let scalars = Array(text.unicodeScalars)
  func string(_ slice: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: slice)
    return String(view)
  }
  var ways = [scalars.indices.map { string(scalars[$0...$0]) }]
  ways += scalars.indices.map { [string(scalars[..<$0]), string(scalars[$0...])] }
  for _ in 0..<4 {
    var way: [String] = []
    var start = 0
    while start < scalars.count {
      let end = min(scalars.count, start + Int.random(in: 1...6))
      way.append(string(scalars[start..<end]))
      start = end
    }
    ways.append(way)
  }
  return ways
}
