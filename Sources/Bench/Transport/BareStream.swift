import CCurl

/// A stream read with libcurl and nothing around it, to compare with.
@safe
final class BareStream {
  private var reader = PieceReader()

  /// Reads `http://127.0.0.1:port/` to its end; waits until then.
  ///
  /// - Returns: How long each piece was on its way, in milliseconds.
  static func delays(port: UInt16) -> [Double] {
    let stream = BareStream()
    guard let handle = unsafe curl_easy_init() else { return [] }
    defer { unsafe curl_easy_cleanup(handle) }
    var owner = unsafe ccurl_owner(
      callbacks: ccurl_callbacks(
        body: { context, bytes, count in
          guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
          let stream = unsafe Unmanaged<BareStream>.fromOpaque(context).takeUnretainedValue()
          unsafe stream.reader.take(UnsafeRawBufferPointer(start: bytes, count: count))
          return count
        },
        header: { _, _, _ in true }, allows: { _, _, _, _ in true }),
      context: Unmanaged.passUnretained(stream).toOpaque())
    unsafe withUnsafeMutablePointer(to: &owner) { owner in
      unsafe ccurl_set_owner(handle, owner)
      _ = unsafe ccurl_set_text(handle, CURLOPT_URL, "http://127.0.0.1:\(port)/")
      _ = unsafe ccurl_set_text(handle, CURLOPT_PROXY, "")
      _ = unsafe ccurl_set_long(handle, CURLOPT_NOSIGNAL, 1)
      _ = unsafe curl_easy_perform(handle)
    }
    return stream.reader.delays
  }
}
