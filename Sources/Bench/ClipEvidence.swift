/// What can be read of a measured clip and listened to, for the page of a report.
///
/// It holds what people said, so it never goes into the JSON.
public struct ClipEvidence: Sendable, Equatable {
  /// What is said in the recording, as far as it is known.
  public var said: String?
  /// What was recognised.
  public var heard: String?
  /// What was heard of the answer.
  public var reply: String?
  /// Where the recording lies, from the folder of the report.
  public var recording: String?
  /// Where the sound of the reply lies, from the folder of the report.
  public var replyRecording: String?

  /// Evidence of a clip.
  public init(
    said: String? = nil, heard: String? = nil, reply: String? = nil, recording: String? = nil,
    replyRecording: String? = nil
  ) {
    self.said = said
    self.heard = heard
    self.reply = reply
    self.recording = recording
    self.replyRecording = replyRecording
  }
}
