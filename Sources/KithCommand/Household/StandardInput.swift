import Glibc
import Synchronization

/// Standard input, read on a thread of its own: a person may take an hour to type a line.
enum StandardInput {
  /// The lines as they come; ends with the input.
  ///
  /// - Parameter limit: The longest line in bytes; a longer one comes cut, but longer than this, and
  ///   ends the input.
  /// - Returns: Lines without their line ends.
  static func lines(limit: Int = 65_536) -> AsyncStream<String> {
    AsyncStream(bufferingPolicy: .bufferingOldest(1024)) { continuation in
      startThread {
        var line: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while line.count <= limit {
          let count = unsafe block.withUnsafeMutableBytes {
            unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
          }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          for byte in block[..<count] {
            if line.count > limit { break }
            if byte == UInt8(ascii: "\n") {
              continuation.yield(String(decoding: line, as: UTF8.self))
              line.removeAll(keepingCapacity: true)
            } else if byte != UInt8(ascii: "\r") {
              line.append(byte)
            }
          }
        }
        if !line.isEmpty {
          continuation.yield(String(decoding: line, as: UTF8.self))
        }
        continuation.finish()
      }
    }
  }

  /// All of the input.
  ///
  /// - Parameter limit: The most bytes accepted.
  /// - Returns: The text; cut after the limit, so that the caller sees that it is too long.
  static func all(limit: Int) async -> String {
    var text = ""
    for await line in lines(limit: limit) {
      text += text.isEmpty ? line : "\n" + line
      if text.utf8.count > limit { break }
    }
    return text
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, box)
    pthread_detach(thread)
  }
}
