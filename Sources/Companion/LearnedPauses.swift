public import Hearing
import Synchronization

/// How the person pauses, shared by all conversations of a household.
public final class LearnedPauses: Sendable {
  private let known: Mutex<PauseHabit>
  private let keep: @Sendable (PauseHabit) -> Void

  /// What is known so far.
  ///
  /// - Parameters:
  ///   - habit: What was learned before.
  ///   - keep: Is given what is known each time something was learned; must not block.
  public init(_ habit: PauseHabit, keep: @escaping @Sendable (PauseHabit) -> Void) {
    known = Mutex(habit)
    self.keep = keep
  }

  /// What is known now.
  public var habit: PauseHabit { known.withLock(\.self) }

  /// Takes what a conversation has learned.
  func learned(_ habit: PauseHabit) {
    let isNew = known.withLock { known in
      defer { known = habit }
      return known != habit
    }
    if isNew { keep(habit) }
  }
}
