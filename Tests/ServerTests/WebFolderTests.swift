import FoundationEssentials
import Testing

@testable import Server

private func withPage(
  _ files: [String: String] = PageFolder.standard, _ body: (UInt16) async throws -> Void
) async throws {
  let server = try KithServer.start(
    port: 0, version: "1", token: AccessToken(), web: try PageFolder(files).web
  ) { _ in AsyncThrowingStream { $0.finish() } }
  do { try await body(server.port) } catch {
    await server.stop(within: .zero)
    throw error
  }
  await server.stop(within: .zero)
}

struct `The files of the page` {
  @Test func `are served with what they are`() async throws {
    try await withPage { port in
      for (path, type) in [
        ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
        ("/styles.css", "text/css; charset=utf-8"),
        ("/link/a.js", "text/javascript; charset=utf-8"), ("/face.wasm", "application/wasm"),
        ("/kith.webmanifest", "application/manifest+json"), ("/sound.wav", "audio/wav"),
        ("/app-files.json", "application/json"),
      ] {
        let answer = try await exchange(port, "GET \(path)")
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == type)
        #expect(answer.headers["cache-control"] == "no-cache")
        let head = try await exchange(port, "HEAD \(path)")
        #expect(head.body == "")
        for name in ["content-length", "content-type", "etag"] {
          #expect(head.headers[name] == answer.headers[name])
        }
      }
      for path in ["/.hidden", "/missing.html", "/link", "/link/", "/Styles.css", "//"] {
        #expect(try await exchange(port, "GET \(path)").status == 404)
      }
      for path in ["/../etc/passwd", "/link/../styles.css", "/%2e%2e/x", "/a%00"] {
        #expect(try await exchange(port, "GET \(path)").status == 400)
      }
    }
  }

  @Test func `are sent again only when they have changed`() async throws {
    try await withPage { port in
      let page = try await exchange(port, "GET /")
      let tag = try #require(page.headers["etag"])
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let again = try await exchange(port, "GET /", "If-None-Match: \(known)\r\n")
        #expect(again.status == 304)
        #expect(again.body == "")
        #expect(again.headers["etag"] == tag)
      }
      #expect(try await exchange(port, "GET /", "If-None-Match: \"x\"\r\n").status == 200)
    }
  }

  @Test(arguments: [
    ("bytes=0-0", 206, "0"), ("bytes=2-4", 206, "234"), ("bytes=7-", 206, "789"),
    ("bytes=-3", 206, "789"), ("bytes=-30", 206, "0123456789"), ("bytes=9-99", 206, "9"),
    ("bytes=10-", 416, ""), ("bytes=99-100", 416, ""), ("bytes=-0", 416, ""),
    ("bytes=4-2", 200, "0123456789"), ("bytes=0-1,3-4", 200, "0123456789"),
    ("bytes=-", 200, "0123456789"), ("items=0-1", 200, "0123456789"),
    ("bytes=a-b", 200, "0123456789"), ("bytes=1-2-3", 200, "0123456789"),
    ("bytes=0-99999999999999999999", 200, "0123456789"),
  ])
  func `are served in parts`(range: String, status: Int, body: String) async throws {
    try await withPage { port in
      let answer = try await exchange(port, "GET /sound.wav", "Range: \(range)\r\n")
      #expect(answer.status == status)
      #expect(answer.body == body)
      switch status {
      case 206:
        let first = try #require(body.first?.wholeNumberValue)
        let expected = "bytes \(first)-\(first + body.count - 1)/10"
        #expect(answer.headers["content-range"] == expected)
      case 416: #expect(answer.headers["content-range"] == "bytes */10")
      default: #expect(answer.headers["content-range"] == nil)
      }
    }
  }

  @Test func `are served whole when they have changed meanwhile`() async throws {
    try await withPage { port in
      let tag = try #require(try await exchange(port, "GET /sound.wav").headers["etag"])
      let range = "Range: bytes=1-2\r\n"
      let same = try await exchange(port, "GET /sound.wav", range + "If-Range: \(tag)\r\n")
      #expect(same.status == 206 && same.body == "12")
      let other = try await exchange(port, "GET /sound.wav", range + "If-Range: \"x\"\r\n")
      #expect(other.status == 200 && other.body == "0123456789")
    }
  }

  @Test func `are listed for the offline shell, with a version that follows them`() async throws {
    struct List: Decodable, Equatable {
      var version: String
      var files: [String]
    }
    func list(_ files: [String: String]) async throws -> List {
      var body = ""
      try await withPage(files) { body = try await exchange($0, "GET /app-files.json").body }
      return try JSONDecoder().decode(List.self, from: Data(body.utf8))
    }
    let first = try await list(PageFolder.standard)
    #expect(
      first.files == [
        "/", "/face.wasm", "/kith.webmanifest", "/link/a.js", "/sound.wav", "/styles.css",
      ])
    #expect(try await list(PageFolder.standard) == first)
    var changed = PageFolder.standard
    changed["styles.css"] = "q{}"
    #expect(try await list(changed).version != first.version)
    #expect(try await list(changed).files == first.files)
  }
}

struct `The folder of the page` {
  @Test func `is looked for beside the program, where packages put it, and above it`() {
    #expect(
      WebFolder.places(beside: "/opt/kith/bin/kith") == [
        "/opt/kith/bin/web", "/opt/kith/bin/../share/kith/web", "/opt/kith/bin/Web",
        "/opt/kith/Web", "/opt/Web",
      ])
    #expect(WebFolder.places(beside: "") == [])
    #expect(WebFolder.places(beside: "kith") == [])
  }

  @Test func `is the named one, and no other when that has no page`() throws {
    let named = try PageFolder()
    let checkout = try PageFolder(["Web/index.html": "other", "bin/kith": ""])
    func found(_ environment: [String: String]) -> WebFolder {
      .installed(environment: environment, executable: checkout.path + "/bin/kith")
    }
    #expect(found(["KITH_WEB": named.path]).has("/styles.css"))
    #expect(found(["KITH_WEB": ""]).has("/index.html"))
    #expect(found([:]).has("/index.html"))
    #expect(!found(["KITH_WEB": "/nowhere"]).has("/index.html"))
  }

  @Test func `may be missing: then a sentence says so`() async throws {
    let server = try KithServer.start(port: 0, version: "1", token: AccessToken()) { _ in
      AsyncThrowingStream { $0.finish() }
    }
    let page = try await exchange(server.port, "GET /", "Accept: text/html\r\n")
    #expect(page.status == 200)
    #expect(page.body == "Kith runs, but the files of its page are not installed.\n")
    #expect(try await exchange(server.port, "GET /x", "Accept: text/html\r\n").status == 404)
    await server.stop(within: .zero)
  }

  @Test func `is not served when it is no page or too large`() throws {
    #expect(throws: WebFolder.Unusable.noPage) { try PageFolder(["a.txt": "a"]).web }
    var many = PageFolder.standard
    for number in 0..<200 { many["\(number).txt"] = "" }
    #expect(throws: WebFolder.Unusable.tooLarge) { try PageFolder(many).web }
    let large = ["index.html": String(repeating: "a", count: 9 << 20)]
    #expect(throws: WebFolder.Unusable.tooLarge) { try PageFolder(large).web }
  }

  @Test func `of this repository is a page that loads only its own files`() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let web = try WebFolder(reading: "/\(root)/Web")
    #expect(web.has("/") && web.has("/app-files.json"))
    let page = String(
      decoding: try Data(contentsOf: URL(filePath: "/\(root)/Web/index.html")), as: UTF8.self)
    for forbidden in ["<style", "style=", "onclick", "src=\"http", "href=\"http"] {
      #expect(!page.contains(forbidden))
    }
  }
}
