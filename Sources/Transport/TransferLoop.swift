import CCurl
import Glibc
import Sockets
import Threads

/// Runs all transfers and WebSockets on one thread, which is also the executor of this actor.
///
/// The thread sleeps in `poll`. As long as nothing is asked it has no time to wake at: kept
/// connections are looked at when the next request wants one.
@safe
actor TransferLoop {
  private nonisolated let executor = LoopExecutor()
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UInt64: Transfer] = [:]
  var sockets: [UInt64: SocketTransfer] = [:]
  /// How often the thread has gone to sleep.
  private(set) var sleeps = 0
  /// The numbers of the transfers that libcurl has, by the address of their handle.
  private var numbers: [UInt: UInt64] = [:]
  private var lastNumber: UInt64 = 0
  private var isOver = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  /// A loop that waits for its first transfer.
  init() throws(TransportError) {
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
      let multi = unsafe curl_multi_init()
    else { throw .failed(Int32(CURLE_FAILED_INIT.rawValue)) }
    unsafe self.multi = unsafe multi
    _ = unsafe ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 8)
    // curl_multi_wakeup is the one call that any thread may make.
    nonisolated(unsafe) let bell = unsafe multi
    do {
      try startThread(named: "kith-http", stackSize: 1 << 20) { [self] in
        // A connection that breaks while TLS writes to it must not end the program.
        var pipe = sigset_t()
        unsafe sigemptyset(&pipe)
        unsafe sigaddset(&pipe, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &pipe, nil)
        executor.takeThread { unsafe curl_multi_wakeup(bell) }
        repeat {
          assumeIsolated { $0.move() }
          // Serving a reader makes jobs on this very thread, which nothing else would wake.
          executor.runJobs()
        } while assumeIsolated { $0.wait() }
        assumeIsolated { $0.close() }
        executor.finish()
      }
    } catch {
      throw .failed(Int32(CURLE_FAILED_INIT.rawValue))
    }
  }

  // MARK: - What exchanges ask for

  /// Begins a transfer.
  ///
  /// - Returns: The number it is known by.
  /// - Throws: `TransportError`.
  func begin(_ request: HTTPRequest, _ permit: Permit) throws(TransportError) -> UInt64 {
    let transfer = try Transfer(request, permit)
    let number = try attach(transfer.handle)
    transfers[number] = transfer
    return number
  }

  /// Hands `handle` to libcurl.
  ///
  /// - Returns: A new number.
  /// - Throws: `TransportError` when the loop has ended.
  func attach(_ handle: EasyHandle) throws(TransportError) -> UInt64 {
    guard !isOver else { throw .failed(Int32(CURLE_FAILED_INIT.rawValue)) }
    lastNumber += 1
    numbers[handle.number] = lastNumber
    _ = unsafe curl_multi_add_handle(multi, handle.raw)
    return lastNumber
  }

  /// Takes a handle off libcurl, which closes its connection when the response is not whole.
  func detach(_ handle: EasyHandle) {
    guard numbers.removeValue(forKey: handle.number) != nil else { return }
    _ = unsafe curl_multi_remove_handle(multi, handle.raw)
  }

  /// The next piece of a response, as soon as it is there.
  ///
  /// - Returns: The piece, `.quiet` when `time` passes first, nil at the end.
  /// - Throws: `TransportError`, or `CancellationError` when the transfer was ended here.
  func next(_ number: UInt64, within time: Duration?) async throws -> Exchange.Piece? {
    guard let transfer = transfers[number] else { throw CancellationError() }
    if let piece = transfer.take() {
      transfer.resume()
      return piece
    }
    if let outcome = transfer.outcome {
      try outcome.get()
      return nil
    }
    return try await withTaskCancellationHandler {
      // A closure runs on its actor only when it names it: without `self` this one would not.
      try await withCheckedThrowingContinuation { continuation in
        self.wait(number, until: time.map { .now + $0 }, continuation)
      }
    } onCancel: {
      // Runs after the reader above is in place: both are jobs of this actor.
      Task { await end(number) }
    }
  }

  private func wait(
    _ number: UInt64, until deadline: ContinuousClock.Instant?,
    _ continuation: CheckedContinuation<Exchange.Piece?, any Error>
  ) {
    // It may have been ended between the two.
    guard let transfer = transfers[number] else {
      return continuation.resume(throwing: CancellationError())
    }
    precondition(transfer.waiter == nil, "a response has one reader")
    transfer.waiter = Transfer.Waiter(deadline: deadline, continuation: continuation)
    serve(transfer, at: .now)
  }

  /// Ends a transfer; its connection is closed when this returns, unless the response was whole.
  func end(_ number: UInt64) {
    guard let transfer = transfers.removeValue(forKey: number) else { return }
    detach(transfer.handle)
    transfer.waiter?.continuation.resume(throwing: CancellationError())
  }

  /// Ends the loop and everything on it.
  func stop() {
    isOver = true
  }

  // MARK: - The thread

  /// Moves bytes and hands on what has arrived.
  private func move() {
    var running: Int32 = 0
    _ = unsafe curl_multi_perform(multi, &running)
    noteFinished()
    for transfer in transfers.values { serve(transfer, at: .now) }
    for number in sockets.keys { moveSocket(number) }
  }

  /// When the thread has to wake though nobody wakes it; nil as long as nothing is asked.
  var nextDeadline: ContinuousClock.Instant? {
    var times: [ContinuousClock.Instant?] = sockets.values.map(\.deadline)
    for transfer in transfers.values { times += [transfer.deadline, transfer.waiter?.deadline] }
    return times.compactMap { $0 }.min()
  }

  /// Waits until there is more to do.
  ///
  /// - Returns: Whether the loop goes on.
  private func wait() -> Bool {
    guard !isOver else { return false }
    sleeps += 1
    let left = nextDeadline.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) }
    var watched = sockets.values.compactMap { socket -> curl_waitfd? in
      guard let descriptor = socket.descriptor, !socket.isOver, socket.interest != 0 else {
        return nil
      }
      return curl_waitfd(fd: descriptor, events: Int16(socket.interest), revents: 0)
    }
    _ = unsafe curl_multi_poll(
      multi, &watched, UInt32(watched.count),
      left.map { Int32(max(0, min($0 + 1, 1e9))) } ?? .max, nil)
    return true
  }

  private func noteFinished() {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(multi, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let handle = unsafe message.pointee.easy_handle,
        let number = numbers[UInt(bitPattern: handle)]
      else { continue }
      let code = unsafe message.pointee.data.result
      if let transfer = transfers[number] {
        transfer.outcome = code == CURLE_OK ? .success(()) : .failure(transfer.error(code))
        detach(transfer.handle)
      } else {
        sockets[number]?.finished(connecting: code)
      }
    }
  }

  /// Ends a transfer that is late, and answers its reader when there is an answer.
  private func serve(_ transfer: Transfer, at now: ContinuousClock.Instant) {
    if transfer.outcome == nil {
      let (at, phase) = transfer.clock.deadline
      if at <= now {
        transfer.outcome = .failure(.tooSlow(phase))
        detach(transfer.handle)
      }
    }
    guard let waiter = transfer.waiter else { return }
    if let piece = transfer.take() {
      transfer.waiter = nil
      transfer.resume()
      waiter.continuation.resume(returning: piece)
    } else if let outcome = transfer.outcome {
      transfer.waiter = nil
      waiter.continuation.resume(with: outcome.map { nil }.mapError { $0 })
    } else if let deadline = waiter.deadline, deadline <= now {
      transfer.waiter = nil
      waiter.continuation.resume(returning: .quiet)
    }
  }

  private func close() {
    for number in Array(transfers.keys) { end(number) }
    for number in Array(sockets.keys) { endSocket(number) }
    _ = unsafe curl_multi_cleanup(multi)
    curl_global_cleanup()
  }
}

extension TransportError {
  /// What a code of libcurl means.
  init(curl code: CURLcode) {
    self =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST: .nameUnknown
      case CURLE_COULDNT_CONNECT: .unreachable
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .notHTTP
      case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .brokeOff
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
        CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        .notTrusted
      default: .failed(Int32(code.rawValue))
      }
  }
}
