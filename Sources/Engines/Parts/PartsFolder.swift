import Glibc

/// Where the parts are, and the check that a file is whole before a C library sees its path.
public struct PartsFolder: Sendable {
  /// The cache folder, normally `$XDG_CACHE_HOME/kith`.
  public let cache: String

  /// The parts that belong to this program.
  public let list: PartList

  /// The parts below `cache`.
  public init(cache: String, list: PartList) {
    self.cache = cache
    self.list = list
  }

  /// The cache folder that `environment` names: `$XDG_CACHE_HOME/kith`, else `~/.cache/kith`.
  ///
  /// - Returns: An absolute path.
  public static func standardCache(environment: [String: String]) -> String {
    if let named = environment["XDG_CACHE_HOME"], named.hasPrefix("/") { return named + "/kith" }
    return (environment["HOME"] ?? "/root") + "/.cache/kith"
  }

  /// The folder of `part`, whether it exists or not.
  ///
  /// - Returns: An absolute path.
  public func folder(of part: PartList.Part) -> String {
    cache + "/parts/" + part.key
  }

  /// The path of a file of a part, after checking that it is there and has its full size.
  ///
  /// - Parameters:
  ///   - file: The name of the file in the part's folder.
  ///   - name: The name of the part.
  /// - Returns: An absolute path.
  /// - Throws: `partMissing` or `partDamaged`, which say what to run.
  public func path(_ file: String, of name: String) throws(EngineError) -> String {
    guard let part = list.parts.first(where: { $0.name == name }),
      let known = (part.files + part.derived).first(where: { $0.to == file })
    else { throw .partMissing(name) }
    let path = folder(of: part) + "/" + file
    guard let size = Self.size(of: path) else { throw .partMissing(part.title) }
    if let bytes = known.bytes, size != bytes { throw .partDamaged(part.title) }
    return path
  }

  /// The size of a regular file in bytes, or nil when there is none.
  static func size(of path: String) -> Int? {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }
}
