import FoundationEssentials

/// The pinned libraries and models that make up Kith on this machine, as `parts.json` lists them.
///
/// The same file drives `scripts/setup`, which fetches the parts, and `kith doctor`, which checks
/// them.
public struct PartList: Sendable, Decodable {
  /// One library, model or program.
  public struct Part: Sendable, Decodable {
    /// The name by which code asks for it.
    public var name: String
    /// What a person reads.
    public var title: String
    /// What it is for: `runtime`, `build`, `hearing`, `voice` or `brain`.
    public var job: String
    /// The licence it comes under.
    public var licence: String
    /// Whether Kith runs without it.
    public var optional: Bool
    /// The folder it lives in below `parts/`: a SHA-256 of what it is made from.
    public var key: String
    /// Files taken as they are.
    public var files: [File]
    /// Files made from others at set-up.
    public var derived: [File]
  }

  /// One file of a part.
  public struct File: Sendable, Decodable {
    /// Its name in the part's folder.
    public var to: String
    /// Its size; absent for what is built here.
    public var bytes: Int?
    /// Its SHA-256 in hexadecimal; absent for what is built here.
    public var sha256: String?
  }

  /// A Debian package Kith is built with or runs with.
  public struct DebianPackage: Sendable, Decodable {
    /// The name of the package.
    public var package: String
    /// `build` or `run`.
    public var purpose: String
    /// What Kith needs it for.
    public var why: String
  }

  /// The layout of the file; 1.
  public var format: Int
  /// The Debian packages.
  public var debian: [DebianPackage]
  /// The parts.
  public var parts: [Part]

  /// The list this program was built with.
  ///
  /// - Returns: The list.
  /// - Throws: `EngineError.damagedProgram` when the embedded list can't be read.
  public static func embedded() throws(EngineError) -> PartList {
    do {
      return try JSONDecoder().decode(PartList.self, from: Data(PackageResources.parts_json))
    } catch {
      throw .damagedProgram
    }
  }
}
