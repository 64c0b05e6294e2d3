/// The thread and what belongs to it, for all clients that share it; the thread ends with the last.
final class TransferEngine: Sendable {
  let loop: TransferLoop
  let lanes = LaneTable()

  /// An engine whose thread waits for its first transfer.
  init() throws(TransportError) {
    loop = try TransferLoop()
  }

  deinit {
    // Nobody can wait for it any more; the loop ends what is still open and its thread.
    Task { [loop] in await loop.stop() }
  }
}
