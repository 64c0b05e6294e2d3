import CCurl
import Glibc

/// Who is told what happens on an ``EasyHandle``, on the loop's thread.
protocol EasyHandleUser: AnyObject {
  /// Bytes of a body have come.
  ///
  /// - Returns: How many are taken, or `CURL_WRITEFUNC_PAUSE`; anything else stops the transfer.
  func received(_ bytes: UnsafeRawBufferPointer) -> Int
  /// A line of a head has come; false stops the transfer.
  func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// The connection stands and may be used.
  func connected()
}

/// What a transfer may do, as it was decided before it began.
struct Permit: Sendable {
  /// Where its socket may lead.
  var network: Reach.Network
  /// A file with the certificates of authorities that are trusted; nil for those of the system.
  var authorities: String?
  /// Names whose numbers are fixed, as `name:port:number`.
  var fixedNames: [String] = []
}

/// A handle of libcurl, set up so that it goes where it may and nowhere else.
@safe
final class EasyHandle {
  let raw: UnsafeMutableRawPointer
  /// Whether it was stopped because the socket would have led where it may not.
  private(set) var wasLedElsewhere = false
  /// Who is told; keeps the handle.
  weak var user: (any EasyHandleUser)?

  private let destination: HTTPRequest.Destination
  private let permit: Permit
  private let owner: UnsafeMutablePointer<ccurl_owner>
  private var lists: [UnsafeMutablePointer<curl_slist>?] = unsafe []

  /// A handle for `path` at `destination`.
  ///
  /// - Parameters:
  ///   - destination: Where it goes.
  ///   - path: The path, with a slash in front.
  ///   - permit: What it may do.
  /// - Throws: `TransportError.failed` without memory.
  init(
    _ destination: HTTPRequest.Destination, path: String, _ permit: Permit
  ) throws(TransportError) {
    guard let raw = unsafe curl_easy_init() else {
      throw .failed(Int32(CURLE_FAILED_INIT.rawValue))
    }
    unsafe self.raw = unsafe raw
    self.destination = destination
    self.permit = permit
    unsafe owner = .allocate(capacity: 1)
    unsafe owner.initialize(to: ccurl_owner(callbacks: Self.callbacks, context: nil))
    unsafe owner.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe ccurl_set_owner(raw, owner)
    switch destination {
    case .server(let address):
      set(CURLOPT_URL, address.url(path: path))
    case .socket(let socket):
      set(CURLOPT_URL, "http://localhost" + path)
      set(CURLOPT_UNIX_SOCKET_PATH, socket)
    }
    setRules()
  }

  deinit {
    unsafe curl_easy_cleanup(raw)
    unsafe lists.forEach { unsafe curl_slist_free_all($0) }
    unsafe owner.deallocate()
  }

  /// The address of the handle as a number, which nobody can follow by mistake.
  var number: UInt { unsafe UInt(bitPattern: raw) }

  // MARK: - Options

  func set(_ option: CURLoption, _ value: Int) {
    _ = unsafe ccurl_set_long(raw, option, value)
  }

  func set(_ option: CURLoption, _ value: String) {
    _ = unsafe ccurl_set_text(raw, option, value)
  }

  /// Sets an option that is a list; the handle keeps the list.
  func set(_ option: CURLoption, _ lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines { unsafe list = unsafe curl_slist_append(list, line) }
    unsafe lists.append(list)
    _ = unsafe ccurl_set_list(raw, option, list)
  }

  /// Sets the body of a `post`, which is copied.
  func setBody(_ body: [UInt8]) {
    set(CURLOPT_POST, 1)
    _ = unsafe ccurl_set_size(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    // An empty array has no address, which libcurl would take for "read it from a function".
    unsafe (body + [0]).withUnsafeBytes { bytes in
      let text = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
      _ = unsafe ccurl_set_text(raw, CURLOPT_COPYPOSTFIELDS, text)
    }
  }

  private func setRules() {
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    // An empty proxy also overrides what the environment names.
    set(CURLOPT_PROXY, "")
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    if let authorities = permit.authorities { set(CURLOPT_CAINFO, authorities) }
    if !permit.fixedNames.isEmpty { set(CURLOPT_RESOLVE, permit.fixedNames) }
    // Ending a request has to close its connection, which a shared one (HTTP/2) would not.
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_NOSIGNAL, 1)
    // A name server that does not answer must not hold up the loop when a request is given up.
    set(CURLOPT_QUICK_EXIT, 1)
    // The clock of the transfer is the one that counts.
    set(CURLOPT_CONNECTTIMEOUT_MS, 3_600_000)
  }

  // MARK: - What libcurl says

  private static var callbacks: ccurl_callbacks {
    unsafe ccurl_callbacks(
      body: { context, bytes, count in
        guard let handle = unsafe EasyHandle.at(context), let bytes = unsafe bytes else { return 0 }
        return unsafe handle.user?.received(UnsafeRawBufferPointer(start: bytes, count: count)) ?? 0
      },
      header: { context, bytes, count in
        guard let handle = unsafe EasyHandle.at(context), let bytes = unsafe bytes else {
          return false
        }
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe handle.user?.receivedHeader(line) ?? false
      },
      allows: { context, family, address, beforeSending in
        guard let handle = unsafe EasyHandle.at(context) else { return false }
        let bytes = unsafe address.map { address in
          unsafe Array(
            UnsafeBufferPointer(start: address, count: family == AF_INET ? 4 : 16))
        }
        return handle.allows(bytes, beforeSending: beforeSending)
      })
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> EasyHandle? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
  }

  /// Whether a socket may be connected to the number in `bytes`, or a request sent over it.
  private func allows(_ bytes: [UInt8]?, beforeSending: Bool) -> Bool {
    let allowed =
      switch (destination, bytes) {
      case (.socket, nil): true
      case (.server(let address), .some(let bytes)):
        IPAddress(bytes: bytes).map {
          AddressPolicy.allows($0, over: address.scheme) && permit.network.contains($0)
        } ?? false
      default: false
      }
    if !allowed {
      wasLedElsewhere = true
    } else if beforeSending {
      user?.connected()
    }
    return allowed
  }
}
