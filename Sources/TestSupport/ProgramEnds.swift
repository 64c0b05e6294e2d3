import Glibc

extension TestedProgram {
  /// This side's ends of what a program talks through, and the program's until it has started.
  struct Ends {
    /// Its standard input and output.
    let main: Int32
    /// Its standard error; -1 when that goes the same way.
    let errors: Int32
    private let given: (main: Int32, errors: Int32)
    private let terminal: String?

    // Swift's Glibc leaves these out: TIOCSPTLCK, TIOCGPTN and POSIX_SPAWN_SETSID.
    private static let unlock: UInt = 0x4004_5431
    private static let number: UInt = 0x8004_5430
    private static let ownSession: Int16 = 0x80
    private static let ordinarySignals = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)

    /// Two sockets, which unlike pipes are closed in other children from the very beginning.
    init() throws {
      var mainEnds: [Int32] = [0, 0]
      var errorEnds: [Int32] = [0, 0]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &mainEnds) == 0,
        unsafe socketpair(AF_UNIX, kind, 0, &errorEnds) == 0
      else { throw Failure(sentence: "no socket") }
      main = mainEnds[0]
      errors = errorEnds[0]
      given = (mainEnds[1], errorEnds[1])
      terminal = nil
    }

    /// A terminal of so many columns.
    init(columns: Int) throws {
      main = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var number: UInt32 = 0
      var lock: Int32 = 0
      guard main >= 0, unsafe ioctl(main, Self.unlock, &lock) == 0,
        unsafe ioctl(main, Self.number, &number) == 0
      else { throw Failure(sentence: "no terminal") }
      errors = -1
      given = (-1, -1)
      terminal = "/dev/pts/\(number)"
      resize(columns: columns)
    }

    func resize(columns: Int) {
      var size = winsize()
      size.ws_col = UInt16(columns)
      size.ws_row = 40
      unsafe _ = ioctl(main, UInt(TIOCSWINSZ), &size)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
      terminal == nil
        ? unsafe send(main, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        : unsafe Glibc.write(main, bytes.baseAddress, bytes.count)
    }

    func close() {
      Glibc.close(main)
      if errors >= 0 { Glibc.close(errors) }
    }

    /// Starts a program at the other ends.
    ///
    /// - Returns: Its process, and 0 or an `errno`.
    func spawn(_ words: [String], environment: [String: String]?) -> (pid: pid_t, result: Int32) {
      var actions = unsafe posix_spawn_file_actions_t()
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      var attributes = posix_spawnattr_t()
      unsafe posix_spawnattr_init(&attributes)
      defer { unsafe posix_spawnattr_destroy(&attributes) }
      // A shell may have started these tests with signals ignored or blocked.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe posix_spawnattr_setsigmask(&attributes, &signals)
      unsafe sigfillset(&signals)
      unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
      if let terminal {
        // The first terminal that the leader of a session opens is the one its Ctrl-C comes from.
        unsafe posix_spawnattr_setflags(&attributes, Self.ownSession | Self.ordinarySignals)
        unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
      } else {
        unsafe posix_spawnattr_setflags(
          &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Self.ordinarySignals)
        unsafe posix_spawn_file_actions_adddup2(&actions, given.main, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, given.main, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, given.errors, 2)
      }
      var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
      defer { unsafe pointers.forEach { unsafe free($0) } }
      var settings =
        unsafe (environment ?? [:]).map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
      defer { unsafe settings.forEach { unsafe free($0) } }
      var pid = pid_t()
      let result =
        environment == nil
        ? unsafe posix_spawn(&pid, words[0], &actions, &attributes, &pointers, environ)
        : unsafe posix_spawn(&pid, words[0], &actions, &attributes, &pointers, &settings)
      if given.main >= 0 { Glibc.close(given.main) }
      if given.errors >= 0 { Glibc.close(given.errors) }
      return (pid, result)
    }
  }
}
