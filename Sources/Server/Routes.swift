import HTTPServer

/// Finds who answers a request.
struct Routes: Sendable {
  /// What there is at a path, by method; `HEAD` is answered wherever `GET` is.
  let paths: [String: [String: HTTPService.Handler]]
  /// What there is besides.
  let web: WebFolder

  init(_ paths: [String: [String: HTTPService.Handler]], web: WebFolder) {
    self.paths = paths
    self.web = web
  }

  /// Answers a request, also when nothing is at its path.
  func answer(_ request: Request, _ body: RequestBody) async throws -> Response {
    let method = request.method == "HEAD" ? "GET" : request.method
    guard let methods = paths[request.path] else { return answerFromWeb(request, method) }
    if let handler = methods[method] { return try await handler(request, body) }
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
    return failure(.notFound, "not_found", "Nothing is at this address.")
  }

  private func notAllowed(_ methods: [String]) -> Response {
    var response = failure(
      .methodNotAllowed, "method_not_allowed", "This address does not take that method.")
    response.headers.append("allow", methods.joined(separator: ", "))
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
