// swift-tools-version: 6.2
import PackageDescription

/// The rules every target is compiled under.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// Audio arithmetic is 14 times slower without optimisation, and so are texts read at every split: these
/// are optimised in debug builds too.
let optimised: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Tests check values, not memory rules: the `unsafe` marks would only be noise there.
let testing: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

func target(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil,
  settings: [SwiftSetting] = strict
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: settings,
    linkerSettings: [.linkedLibrary("m")])
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.target(name: name), "TestSupport"] + dependencies,
    exclude: exclude, swiftSettings: testing)
}

let package = Package(
  name: "kith",
  products: [.executable(name: "kith", targets: ["KithCommand"])],
  targets: [
    // MARK: - What everybody may use
    target("Journal"),
    target("Threads", ["CSystem"]),

    // MARK: - The flow, in the order sound passes through it
    target("Sound", ["CSndFile", "CSpeexDSP", "CKissFFT"], settings: optimised),
    target("Dialogue", ["Sound", "Journal"]),
    target("Language", settings: optimised),
    target("Skills", ["Language"]),
    target("Hearing", ["Sound"], settings: optimised),
    target("Personality", ["Dialogue", "Journal"], resources: [.embedInCode("Personas")]),
    target("Memory", ["Dialogue", "Skills", "Database", "Journal"]),
    target("Replying", ["Dialogue", "Personality"]),
    target("Speaking", ["Dialogue", "Sound", "Language"]),
    target(
      "Companion",
      ["Dialogue", "Sound", "Language", "Skills", "Hearing", "Replying", "Speaking", "Journal"]),

    // MARK: - The outside world
    target("Sockets", ["Threads", "CSystem", "CCrypto", "CWslay"]),
    target("Transport", ["Sockets", "Threads", "CCurl"]),
    target("Providers", ["Dialogue", "Language", "Transport", "Journal"]),
    target(
      "Engines",
      [
        "Dialogue", "Sound", "Journal", "Threads", "COnnxRuntime", "CKissFFT", "CCrypto", "CSystem",
      ],
      resources: [.embedInCode("parts.json")], settings: optimised),
    target("Database", ["CSQLite", "Threads"]),
    .systemLibrary(name: "COnnxRuntime"),
    .systemLibrary(
      name: "CSpeexDSP", pkgConfig: "speexdsp", providers: [.apt(["libspeexdsp-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CWslay", providers: [.apt(["libwslay-dev"])]),
    .systemLibrary(name: "CKissFFT", providers: [.apt(["libkissfft-dev"])]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CSystem"),

    // MARK: - The shell
    target("HTTPServer", ["Sockets", "Threads", "Journal"]),
    target(
      "Server",
      [
        "HTTPServer", "Sockets", "Companion", "Dialogue", "Language", "Skills", "Hearing", "Memory",
        "Sound", "Speaking", "Journal",
      ]),
    target(
      "Bench",
      [
        "Dialogue", "Sound", "Language", "Hearing", "Replying", "Speaking", "Companion", "Journal",
        "FaceEngine", "HTTPServer", "Sockets", "Threads", "Transport", "CCurl",
      ], settings: optimised),
    .executableTarget(
      name: "KithCommand",
      dependencies: [
        "Journal", "Sound", "Dialogue", "Language", "Skills", "Hearing", "Personality", "Memory",
        "Replying",
        "Speaking", "Companion", "Transport", "Providers", "Engines", "HTTPServer", "Server",
        "Bench",
        "Threads",
        "CSystem",
      ],
      swiftSettings: strict),

    // MARK: - In the browser, and tested here
    target("FaceEngine", settings: optimised),

    // MARK: - For tests and demos
    target("PretendProvider", ["HTTPServer", "Sockets"]),
    target("TestSupport", ["Dialogue", "Sound", "Engines", "Sockets", "Threads", "CSystem"]),
    .executableTarget(
      name: "CrashWriter", dependencies: ["Dialogue", "Memory", "Database"], swiftSettings: strict),

    // MARK: - Tests
    tests("Journal", []),
    tests("Sound", []),
    tests("Dialogue", ["Journal"]),
    tests("Language", []),
    tests("Skills", []),
    tests("Hearing", ["Sound"]),
    tests("Personality", ["Dialogue", "Journal"]),
    tests("Memory", ["Dialogue", "Journal", "Database", "CrashWriter"]),
    tests("Replying", ["Dialogue", "Personality"]),
    tests("Speaking", ["Dialogue", "Sound", "Journal"]),
    tests(
      "Companion",
      [
        "Dialogue", "Language", "Skills", "Engines", "Hearing", "Journal", "Sound", "Personality",
        "Replying", "Speaking",
      ]),
    tests("Transport", ["Sockets", "HTTPServer"]),
    tests(
      "Providers", ["Dialogue", "Transport", "Journal", "Sockets", "Speaking", "PretendProvider"]),
    tests("Engines", ["Dialogue", "Sound", "Bench"]),
    tests("Database", []),
    tests("HTTPServer", ["Sockets", "Threads"]),
    tests(
      "Server",
      [
        "Dialogue", "Skills", "Threads", "HTTPServer", "PretendProvider", "Sockets", "Journal",
        "Sound", "Personality", "Memory", "Replying", "Companion", "Providers", "Engines",
        "KithCommand",
      ]),
    tests("Bench", ["Engines", "Hearing", "Sound"]),
    tests("FaceEngine", [], exclude: ["Fixtures"]),
    tests("KithCommand", ["Bench", "Companion", "Dialogue", "Journal", "Memory"]),
    .testTarget(
      name: "JourneyTests",
      dependencies: [
        "KithCommand", "TestSupport", "PretendProvider", "Sound", "Dialogue", "Memory", "Engines",
        "Bench", "Transport", "Providers", "Journal",
      ],
      swiftSettings: testing),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "KithCommand", "TestSupport", "PretendProvider", "Sound", "Dialogue", "Engines", "Bench",
      ],
      exclude: ["Pages", "Injected"], swiftSettings: testing),
  ],
  swiftLanguageModes: [.v6]
)
