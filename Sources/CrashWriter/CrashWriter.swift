import Database
import Dialogue
import Glibc
import Memory

/// A program to be killed: it writes without end and says what it was promised is kept.
///
/// `CrashWriter turns FOLDER` keeps a conversation; a line on standard output is one turn whose
/// keeping was acknowledged: its id, a tab, its text. `CrashWriter checkpoints FOLDER` does the same
/// and writes the log back after every turn. `CrashWriter migrate FILE` takes many migration steps.
/// `CrashWriter settings FOLDER` changes the settings and says the speed that was written.
/// `CrashWriter hold FOLDER` takes the folder, says "held" and waits until its input ends.
@main
struct CrashWriter {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(64) }
    do {
      switch arguments[1] {
      case "turns": try await keepTurns(in: arguments[2], checkpointPages: 1_000)
      case "checkpoints": try await keepTurns(in: arguments[2], checkpointPages: 1)
      case "migrate": try await migrate(arguments[2])
      case "settings": try changeSettings(in: arguments[2])
      case "hold": try hold(arguments[2])
      default: exit(64)
      }
    } catch {
      say("failed \(error)")
      exit(1)
    }
  }

  private static func keepTurns(in path: String, checkpointPages: Int) async throws {
    var options = DatabaseOptions()
    options.checkpointPages = checkpointPages
    let folder = try DataFolder(path)
    let history = try await ConversationHistory.open(in: folder, options: options)
    say("opened")
    while true {
      let now = WallClock.system.now()
      let person = try await history.keep(person: "said at \(now)", at: now)
      say("\(person.id)\t\(person.text)")
      let reply = try await history.keep(
        reply: "answer to \(person.id) " + String(repeating: "é", count: Int(person.id % 7) * 900),
        ending: .whole, answering: person.id, at: now)
      say("\(reply.id)\t\(reply.text)")
    }
  }

  private static func migrate(_ path: String) async throws {
    say("opened")
    let database = try await DatabaseConnection.open(path, migrations: CrashMigrations.all)
    await database.close()
    say("migrated")
  }

  private static func changeSettings(in path: String) throws {
    let folder = try DataFolder(path)
    let file = PreferencesFile(in: folder.path)
    var (preferences, problem) = try file.readSettingAside()
    say(problem == nil ? "opened" : "damaged")
    while true {
      for step in 70...130 {
        preferences.speed = Double(step) / 100
        // Long and short ones in turn, so that half a file would not be read as a whole one.
        preferences.brain =
          step % 2 == 0
          ? nil : .server(address: String(repeating: "a", count: 1_900), model: nil)
        try file.write(preferences)
        say("\(step)")
      }
    }
  }

  private static func hold(_ path: String) throws {
    let folder = try DataFolder(path)
    try folder.announce(address: "http://127.0.0.1:7700", token: "secret")
    say("held")
    while readLine() != nil {}
    withExtendedLifetime(folder) {}
  }

  /// Writes a line in one go, so that a kill leaves whole lines.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
    if count != bytes.count { exit(2) }
  }
}

/// Steps that take long enough to be killed in.
enum CrashMigrations {
  /// A table, then 60 steps that add 200 rows each and touch all rows there are.
  static let all: [Migration] =
    [
      Migration("table") { database in
        try database.run("CREATE TABLE filling (step INTEGER, text TEXT, touched INTEGER) STRICT")
      }
    ] + (1...60).map { step in migration(step) }

  private static func migration(_ step: Int) -> Migration {
    // The name of a step is written in the source; these differ by their place only.
    Migration("fill") { database in
      for row in 0..<200 {
        try database.run(
          "INSERT INTO filling (step, text, touched) VALUES (?, ?, 0)", .integer(Int64(step)),
          .text("row \(row)"))
      }
      try database.run("UPDATE filling SET touched = touched + 1")
    }
  }
}
