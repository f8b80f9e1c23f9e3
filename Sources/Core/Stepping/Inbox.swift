import Scheduling
import Synchronization

/// The queue of items for the next step. Any thread can add items, even before a step can be taken. The step takes all
/// at the same time.
package final class Inbox: Sendable {
  private struct State {
    var items: [Item] = []
    var hasEvents = false
    /// A function that schedules a step; `nil` until one is set.
    var scheduleStep: (@Sendable () -> Void)?
    /// Whether a step is already scheduled.
    var isScheduled = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets the function that schedules a step. It is called for the first item after each step, and now if items are
  /// queued already. It must not run the step itself.
  package func open(_ scheduleStep: @escaping @Sendable () -> Void) {
    state.withLock { $0.scheduleStep = scheduleStep }
    scheduleStepIfNeeded()
  }

  /// Adds an item for the next step, and schedules that step unless one is scheduled. Can be called from any thread.
  package func put(_ item: Item) {
    state.withLock { state in
      state.items.append(item)
      if case .event = item { state.hasEvents = true }
    }
    scheduleStepIfNeeded()
  }

  /// Schedules a step if items are queued and no step is scheduled. Calls `scheduleStep` after the lock is released,
  /// since that function may add items itself.
  private func scheduleStepIfNeeded() {
    let scheduleStep = state.withLock { state -> (@Sendable () -> Void)? in
      if state.items.isEmpty || state.isScheduled { return nil }
      guard let scheduleStep = state.scheduleStep else { return nil }
      state.isScheduled = true
      return scheduleStep
    }
    scheduleStep?()
  }

  /// The number of items that wait for the next step.
  package var count: Int { state.withLock(\.items.count) }

  /// Whether an external event waits for the next step.
  package var hasEvents: Bool { state.withLock(\.hasEvents) }

  /// Inserts external events in front of all queued items, for the next step. Schedules no step: the retry of the
  /// failed commit is one.
  func putBack(_ events: [Item]) {
    state.withLock { $0.items.insert(contentsOf: events, at: 0) }
  }

  /// Removes and returns all items, at the beginning of a step. No step is then scheduled, so that the next item
  /// schedules one.
  func removeAll() -> [Item] {
    state.withLock { state in
      let items = state.items
      // Only the function to schedule steps stays.
      state = State(scheduleStep: state.scheduleStep)
      return items
    }
  }
}
