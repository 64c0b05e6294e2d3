import HTTPServer

/// Finds who answers a request.
struct Routes: Sendable {
  /// What there is at a path, by method; `HEAD` is answered wherever `GET` is.
  ///
  /// A star in a path stands for any one step of it; a path without one is looked for first.
  let paths: [String: [String: HTTPService.Handler]]
  private let patterns: [(steps: [Substring], path: String)]
  private let missing = StaticFile(
    type: "text/html; charset=utf-8", bytes: PackageResources.missing_html)

  init(_ paths: [String: [String: HTTPService.Handler]]) {
    self.paths = paths
    patterns = paths.keys.filter { $0.contains("*") }.sorted().map { path in
      (path.split(separator: "/", omittingEmptySubsequences: false), path)
    }
  }

  /// Answers a request, also when nothing is at its path.
  func answer(_ request: Request, _ body: RequestBody) async throws -> Response {
    guard let methods = methods(at: request.path) else {
      if request.headers["accept"]?.contains("text/html") == true {
        var page = missing.response(to: request)
        page.status = .notFound
        return page
      }
      return Refused.missing("Nothing is at this address.").response
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    if let handler = methods[method] {
      do { return try await handler(request, body) } catch let error as HTTPError {
        throw error
      } catch {
        return Refused(error).response
      }
    }
    var response = Refused(
      .methodNotAllowed, "method_not_allowed", "This address does not take that method."
    ).response
    let known = methods.keys.sorted() + (methods["GET"] == nil ? [] : ["HEAD"])
    response.headers.append("allow", known.joined(separator: ", "))
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
