import HTTPServer

/// Finds who answers a request.
struct Routes: Sendable {
  /// What there is at a path, by method; `HEAD` is answered wherever `GET` is.
  let paths: [String: [String: HTTPService.Handler]]
  private let missing = StaticFile(
    type: "text/html; charset=utf-8", bytes: PackageResources.missing_html)

  init(_ paths: [String: [String: HTTPService.Handler]]) {
    self.paths = paths
  }

  /// Answers a request, also when nothing is at its path.
  func answer(_ request: Request, _ body: RequestBody) async throws -> Response {
    guard let methods = paths[request.path] else {
      if request.headers["accept"]?.contains("text/html") == true {
        var page = missing.response(to: request)
        page.status = .notFound
        return page
      }
      return failure(.notFound, "not_found", "Nothing is at this address.")
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    if let handler = methods[method] { return try await handler(request, body) }
    var response = failure(
      .methodNotAllowed, "method_not_allowed", "This address does not take that method.")
    let known = methods.keys.sorted() + (methods["GET"] == nil ? [] : ["HEAD"])
    response.headers.append("allow", known.joined(separator: ", "))
    return response
  }
}

/// An answer that says in JSON what is wrong.
///
/// - Parameters:
///   - status: How it went.
///   - code: One word for programs.
///   - message: One sentence for people; holds no quotation mark.
/// - Returns: The answer.
func failure(_ status: Status, _ code: String, _ message: String) -> Response {
  Response(
    status, type: "application/json",
    text: #"{"error":{"code":"\#(code)","message":"\#(message)"}}"# + "\n")
}
