import Scheduling
import Synchronization

/// What waits for the next step. Anyone may put something in, also before there is anybody to take a
/// step; the step takes all at once.
package final class Inbox: Sendable {
  private struct State {
    var items: [Item] = []
    var hasFacts = false
    /// Has a step taken; nil until there is somebody to take one.
    var wake: (@Sendable () -> Void)?
    /// Whether a step is on its way already.
    var isScheduled = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Has `wake` called, by whoever puts something in, when no step is on its way: at once if something
  /// waits already. It has a step taken soon, and not from within.
  package func open(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
    wakeIfNeeded()
  }

  package func put(_ item: Item) {
    state.withLock { state in
      state.items.append(item)
      if case .fact = item { state.hasFacts = true }
    }
    wakeIfNeeded()
  }

  private func wakeIfNeeded() {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard let wake = state.wake, !state.items.isEmpty, !state.isScheduled else { return nil }
      state.isScheduled = true
      return wake
    }
    wake?()
  }

  /// Whether something that happened outside waits for the next step.
  package var hasFacts: Bool { state.withLock(\.hasFacts) }

  /// Puts facts back in front of everything, for whenever the next step comes.
  func putBack(_ facts: [Item]) {
    state.withLock { $0.items.insert(contentsOf: facts, at: 0) }
  }

  func takeAll() -> [Item] {
    state.withLock { state in
      defer { state = State(wake: state.wake) }
      return state.items
    }
  }
}
