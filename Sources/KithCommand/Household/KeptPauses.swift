import Companion
import Dialogue
import Hearing
import Memory
import Sound
import Synchronization
import Threads

/// Keeps what is learned of the person's pauses in the data folder.
enum KeptPauses {
  /// What was learned so far; from now on everything new is written down.
  ///
  /// - Parameters:
  ///   - folder: The data folder.
  ///   - output: Where it is told when what was learned is lost.
  /// - Returns: The pauses, to be shared by all conversations.
  /// - Throws: A `MemoryError` when the file can't be read.
  static func open(in folder: DataFolder, _ output: Output) throws -> LearnedPauses {
    let file = PausesFile(in: folder.path)
    let (pauses, problem) = try file.read()
    if let problem { output.tell("kith: \(problem.message) \(problem.action)") }
    let writer = LatestWriter(file, holding: folder)
    return LearnedPauses(PauseHabit(pauses.map { SampleSpan.milliseconds(Double($0)) })) { habit in
      writer.write(habit.pauses.map { Int($0.milliseconds.rounded()) })
    }
  }
}

/// Writes the latest pauses on a thread of its own; while one is written, only the newest wait.
private final class LatestWriter: Sendable {
  private struct State {
    var waiting: [Int]?
    var isWriting = false
  }

  private let file: PausesFile
  /// Nobody else may write into the folder before the last write is over.
  private let folder: DataFolder
  private let state = Mutex(State())

  init(_ file: PausesFile, holding folder: DataFolder) {
    self.file = file
    self.folder = folder
  }

  func write(_ pauses: [Int]) {
    let isFirst = state.withLock { state in
      state.waiting = pauses
      defer { state.isWriting = true }
      return !state.isWriting
    }
    guard isFirst else { return }
    let isStarted = (try? startThread(named: "kith-pauses") { self.writeAll() }) != nil
    // Without a thread the pauses wait for the next turn.
    if !isStarted { state.withLock { $0.isWriting = false } }
  }

  private func writeAll() {
    while let pauses = next() {
      // What can't be written is written with what is learned next; a full disk is told by the turns.
      try? file.write(pauses)
    }
  }

  private func next() -> [Int]? {
    state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.isWriting = false }
      return state.waiting
    }
  }
}
