import FoundationEssentials
import TestSupport

@testable import Server

/// A folder with a small page.
struct PageFolder {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  /// Writes `files`, by their paths below the folder.
  init(_ files: [String: String] = standard) throws {
    folder = try TemporaryFolder()
    for (name, text) in files {
      let file = URL(filePath: path + "/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  static let standard = [
    "index.html": "<!DOCTYPE html><title>Hello</title>", "styles.css": "p{}",
    "link/a.js": "export{}", "face.wasm": "\0asm", "kith.webmanifest": "{}",
    "missing.html": "<h1>Nothing is here</h1>", ".hidden": "secret", "sound.wav": "0123456789",
  ]

  /// What is served of it.
  var web: WebFolder {
    get throws { try WebFolder(reading: path) }
  }
}
