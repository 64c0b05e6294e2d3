import Dialogue
import FoundationEssentials
import Journal

/// A file with a line of JSON for each thing measured, for other programs to read.
struct LineFile {
  private let path: String
  private let encoder = JSONEncoder()
  private var bytes = Data()

  /// The file at `path`, emptied, so that a place that can't be written to is told before the work.
  ///
  /// - Throws: A `Problem` when it can't be written.
  init(_ path: String) throws(Problem) {
    self.path = path
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try write()
  }

  /// Adds a line.
  ///
  /// - Throws: What can't be written as JSON.
  mutating func append(_ value: some Encodable) throws {
    bytes += try encoder.encode(value) + [UInt8(ascii: "\n")]
  }

  /// Writes the lines.
  ///
  /// - Throws: A `Problem` when that is not possible.
  func write() throws(Problem) {
    do {
      try bytes.write(to: URL(filePath: path))
    } catch {
      throw Problem(
        .outputUnwritable, "\(path) can't be written.", action: "Name a file in a folder of yours.")
    }
  }
}
