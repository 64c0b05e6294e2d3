/// A model that answers.
public protocol Replier: Sendable {
  /// Streams a reply to `prompt`. Ending the iteration early cancels at the source: the connection
  /// is closed.
  ///
  /// - Returns: Events that end with `.finished`, or throw a ``ProblemConvertible`` error.
  func reply(to prompt: Prompt) -> AsyncThrowingStream<ReplyEvent, any Error>

  /// Lets the server read `prompt` ahead of time, so that the next reply starts sooner.
  /// Does nothing where the server cannot; never throws, since it is only advice.
  func readAhead(_ prompt: Prompt) async
}
