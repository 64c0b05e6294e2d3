import FoundationEssentials
import HTTPServer
import Sockets
import TestSupport
import Testing

struct `Ten thousand clients` {
  /// In a process of its own, whose memory and descriptors nobody else changes.
  @Test func `that come and stay silent, or come and go, leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      var options = HTTPService.Options()
      options.limits.connections = 300
      let service = try HTTPService.start(port: 0, options: options) { request, _ in
        request.path == "/" ? Response(text: "hello") : .webSocket { _ = try await $0.receive() }
      }
      let port = service.port
      try await onThread {
        // Fills what is kept for all that follow.
        try visit(port, 1000)
        let before = residentKilobytes()
        try visit(port, 10_000)
        #expect(residentKilobytes() - before < 2048)
      }
      await service.stop(within: .zero)
    }
  }
}

/// Silent clients in waves, each of them larger than the service bears, and lively ones between them.
private func visit(_ port: UInt16, _ count: Int) throws {
  for _ in 0..<count / 1000 {
    let silent = try (0..<400).map { _ in try RawClient(port: port) }
    #expect(silent[0].isClosedByServer())
    // Ours, at most as many of the service, and the few of the process.
    #expect(openDescriptors() < 400 + 300 + 50)
    for _ in 0..<300 {
      let client = try RawClient(port: port)
      client.send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
      #expect(client.answer()?.body == "hello")
      _ = try WebSocketClient(port: port, path: "/socket")
    }
    silent[399].send("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    #expect(silent[399].answer()?.body == "hello")
  }
}

private func openDescriptors() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
}

private func residentKilobytes() -> Int {
  let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ").dropFirst().first
  return (pages.flatMap { Int($0) } ?? 0) * 4
}
