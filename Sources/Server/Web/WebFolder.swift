import FoundationEssentials
public import HTTPServer

/// The files of the page, held in memory.
public struct WebFolder: Sendable {
  /// Why a folder is not served.
  enum Unusable: Error, Equatable {
    /// It can't be read, or has no `index.html`.
    case noPage
    /// It holds more files or bytes than a page has.
    case tooLarge
  }

  private static let mostFiles = 200
  private static let mostBytes = 8 << 20
  private static let deepest = 8
  /// The page for wrong addresses; it has none of its own.
  private static let missingPage = "/missing.html"

  private let files: [String: WebFile]
  private let missing: [UInt8]?

  /// No page: says so where the page would be.
  public static let absent = WebFolder(
    files: [
      "/": WebFile(
        type: "text/plain; charset=utf-8",
        bytes: Array("Kith runs, but the files of its page are not installed.\n".utf8))
    ], missing: nil)

  private init(files: [String: WebFile], missing: [UInt8]?) {
    self.files = files
    self.missing = missing
  }

  /// Reads all files of a folder and the folders in it; hidden ones are left out.
  ///
  /// - Parameter folder: The folder.
  /// - Throws: ``Unusable``.
  init(reading folder: String) throws(Unusable) {
    var contents: [String: [UInt8]] = [:]
    var size = 0
    try Self.read(folder, as: "", depth: 0, into: &contents, &size)
    guard let index = contents["/index.html"] else { throw .noPage }
    var files = contents.reduce(into: [String: WebFile]()) { files, file in
      files[file.key] = WebFile(type: WebFile.type(of: file.key), bytes: file.value)
    }
    missing = files.removeValue(forKey: Self.missingPage)?.bytes
    files["/"] = WebFile(type: WebFile.type(of: "/index.html"), bytes: index)
    let shell = Shell(
      version: Self.version(of: contents), files: files.keys.filter { $0 != "/index.html" }.sorted()
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if let list = try? encoder.encode(shell) {
      files["/app-files.json"] = WebFile(type: "application/json", bytes: Array(list))
    }
    self.files = files
  }

  /// What the offline shell keeps.
  private struct Shell: Encodable {
    var version: String
    var files: [String]
  }

  /// The answer for a path of the page, if it has one.
  ///
  /// - Parameter request: A `GET` or `HEAD`.
  /// - Returns: The file as it was asked for, or `nil`.
  public func response(to request: Request) -> Response? {
    files[request.path]?.response(to: request)
  }

  /// Whether a file is at `path`.
  func has(_ path: String) -> Bool {
    files[path] != nil
  }

  /// The answer for a person who followed a wrong address, if the page has one.
  var missingResponse: Response? {
    missing.map { page in
      Response(.notFound, type: WebFile.type(of: Self.missingPage), bytes: page)
    }
  }

  private static func version(of contents: [String: [UInt8]]) -> String {
    var print = Fingerprint()
    for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      print.add(path.utf8)
      print.add([0])
      print.add(Fingerprint(bytes).text.utf8)
    }
    return print.text
  }

  private static func read(
    _ folder: String, as path: String, depth: Int, into contents: inout [String: [UInt8]],
    _ size: inout Int
  ) throws(Unusable) {
    let manager = FileManager.default
    guard let names = try? manager.contentsOfDirectory(atPath: folder) else { throw .noPage }
    for name in names where !name.hasPrefix(".") {
      let file = folder + "/" + name
      guard let facts = try? manager.attributesOfItem(atPath: file) else { continue }
      switch facts[.type] as? FileAttributeType {
      case .typeDirectory?:
        guard depth < deepest else { throw .tooLarge }
        try read(file, as: path + "/" + name, depth: depth + 1, into: &contents, &size)
      case .typeRegular?:
        // Which kind of number it is depends on the Foundation that is loaded; all are written alike.
        size += facts[.size].flatMap { Int("\($0)") } ?? mostBytes
        guard size <= mostBytes, contents.count < mostFiles else { throw .tooLarge }
        guard let bytes = manager.contents(atPath: file) else { throw .noPage }
        contents[path + "/" + name] = Array(bytes)
      default: break
      }
    }
  }
}
