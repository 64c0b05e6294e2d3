import FoundationEssentials

/// The clips of a measurement with the moment at which the last word of each ends.
public struct ClipList: Sendable {
  /// One clip.
  public struct Clip: Sendable, Equatable {
    /// The path below the folder of the clips.
    public var file: String
    /// When the last word ends, in milliseconds from the start of the file.
    public var lastWordEnd: Double
    /// Whether it counts: a clip that is all speech to its end does not.
    public var counts: Bool
    /// What is said in it, if the list tells.
    public var text: String?
  }

  /// The clips in order.
  public var clips: [Clip]

  /// Reads a list: tab-separated with a header that names `clip` (or `file`), `end_s` (or
  /// `last_word_end_ms`) and perhaps `use` and `text`.
  ///
  /// Nil when a needed column is missing or a number can't be read.
  public init?(_ text: String) {
    var lines = text.split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { return nil }
    let header = lines.removeFirst().split(separator: "\t").map(String.init)
    guard let file = header.firstIndex(of: "clip") ?? header.firstIndex(of: "file") else {
      return nil
    }
    let seconds = header.firstIndex(of: "end_s")
    guard let end = seconds ?? header.firstIndex(of: "last_word_end_ms") else { return nil }
    let use = header.firstIndex(of: "use")
    let text = header.firstIndex(of: "text")
    clips = []
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count > max(file, end), let number = Double(fields[end]) else { return nil }
      clips.append(
        Clip(
          file: String(fields[file]), lastWordEnd: seconds == nil ? number : number * 1000,
          counts: use.map { fields.count > $0 && fields[$0] == "1" } ?? true,
          text: text.flatMap { fields.count > $0 && !fields[$0].isEmpty ? String(fields[$0]) : nil }
        ))
    }
  }
}
