import Scheduling
import Synchronization

/// The queue of items for the next step. Any thread can add items, even before a step can be taken. The step takes all
/// at the same time.
package final class Inbox: Sendable {
  private struct State {
    var items: [Item] = []
    var hasFacts = false
    /// A function that schedules a step; `nil` until one is set.
    var wake: (@Sendable () -> Void)?
    /// Whether a step is already scheduled.
    var isScheduled = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets `wake`, which is called after an item is added while no step is scheduled, and immediately if items are
  /// queued. `wake` must schedule a step and not run it itself.
  package func open(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
    wakeIfNeeded()
  }

  /// Adds an item for the next step, and schedules that step unless one is scheduled. Can be called from any thread.
  package func put(_ item: Item) {
    state.withLock { state in
      state.items.append(item)
      if case .fact = item { state.hasFacts = true }
    }
    wakeIfNeeded()
  }

  /// Schedules a step if items are queued and no step is scheduled. Calls `wake` after the lock is released.
  private func wakeIfNeeded() {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard let wake = state.wake, !state.items.isEmpty, !state.isScheduled else { return nil }
      state.isScheduled = true
      return wake
    }
    wake?()
  }

  /// The number of items that wait for the next step.
  package var count: Int { state.withLock(\.items.count) }

  /// Whether an external event waits for the next step.
  package var hasFacts: Bool { state.withLock(\.hasFacts) }

  /// Inserts external events in front of all queued items, for the next step. Schedules no step: the retry of the
  /// failed commit is one.
  func putBack(_ facts: [Item]) {
    state.withLock { $0.items.insert(contentsOf: facts, at: 0) }
  }

  /// Removes and returns all items, at the beginning of a step. No step is then scheduled, so that the next item
  /// schedules one.
  func removeAll() -> [Item] {
    state.withLock { state in
      defer { state = State(wake: state.wake) }
      return state.items
    }
  }
}
