import Scheduling
import Synchronization

/// What waits for the next step. Anyone may put something in; the step takes all at once.
package final class Inbox: Sendable {
  private struct State {
    var items: [Item] = []
    var hasFacts = false
    /// Whether a step is on its way already.
    var isScheduled = false
  }

  private let state = Mutex(State())

  init() {}

  /// Puts `item` in. Returns whether a step must be scheduled for it.
  package func put(_ item: Item) -> Bool {
    state.withLock { state in
      state.items.append(item)
      if case .fact = item { state.hasFacts = true }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// Whether something that happened outside waits for the next step.
  package var hasFacts: Bool { state.withLock(\.hasFacts) }

  /// Puts facts back in front of everything, for whenever the next step comes.
  func putBack(_ facts: [Item]) {
    state.withLock { $0.items.insert(contentsOf: facts, at: 0) }
  }

  func takeAll() -> [Item] {
    state.withLock { state in
      defer { state = State() }
      return state.items
    }
  }
}
