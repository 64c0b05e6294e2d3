import HTTPServer

/// Finds who answers a request.
struct Routes: Sendable {
  /// What there is at a path, by method; `HEAD` is answered wherever `GET` is.
  ///
  /// A star in a path stands for any one step of it; a path without one is looked for first.
  let paths: [String: [String: HTTPService.Handler]]
  /// What there is besides.
  let web: WebFolder
  private let patterns: [(steps: [Substring], path: String)]

  init(_ paths: [String: [String: HTTPService.Handler]], web: WebFolder) {
    self.paths = paths
    self.web = web
    patterns = paths.keys.filter { $0.contains("*") }.sorted().map { path in
      (path.split(separator: "/", omittingEmptySubsequences: false), path)
    }
  }

  /// Answers a request, also when nothing is at its path.
  func answer(_ request: Request, _ body: RequestBody) async throws -> Response {
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let methods = methods(at: request.path) else { return answerFromWeb(request, method) }
    if let handler = methods[method] {
      do { return try await handler(request, body) } catch let error as HTTPError {
        throw error
      } catch {
        return Refused(error).response
      }
    }
    return notAllowed(methods.keys.sorted() + (methods["GET"] == nil ? [] : ["HEAD"]))
  }

  private func answerFromWeb(_ request: Request, _ method: String) -> Response {
    if method == "GET" {
      if let file = web.response(to: request) { return file }
      if request.headers["accept"]?.contains("text/html") == true,
        let page = web.missingResponse
      {
        return page
      }
    } else if web.has(request.path) {
      return notAllowed(["GET", "HEAD"])
    }
    return Refused.missing("Nothing is at this address.").response
  }

  private func notAllowed(_ methods: [String]) -> Response {
    var response = Refused(
      .methodNotAllowed, "method_not_allowed", "This address does not take that method."
    ).response
    response.headers.append("allow", methods.joined(separator: ", "))
    return response
  }

  private func methods(at path: String) -> [String: HTTPService.Handler]? {
    if let exact = paths[path], !path.contains("*") { return exact }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    let fitting = patterns.first { pattern in
      pattern.steps.count == steps.count
        && zip(pattern.steps, steps).allSatisfy { $0 == "*" && !$1.isEmpty || $0 == $1 }
    }
    return fitting.flatMap { paths[$0.path] }
  }
}

extension Request {
  /// A step of the path, counted from 0; empty beyond its end.
  func step(_ index: Int) -> String {
    let steps = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    return steps.indices.contains(index) ? String(steps[index]) : ""
  }
}
