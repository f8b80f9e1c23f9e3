import Synchronization

/// What subscribers found out, made one result when all of them have answered: failed before new data, new data before
/// none.
final class FetchResults: Sendable {
  private struct State {
    var silent: [String]
    var results: [UIBackgroundFetchResult] = []
  }

  private let state: Mutex<State>

  /// - Parameter names: Those who owe a result.
  init(of names: [String]) {
    state = Mutex(State(silent: names))
  }

  /// Those who have not answered.
  var silent: [String] { state.withLock { $0.silent } }

  /// Takes an answer. Returns the one result of all, once, with the last one.
  func add(_ result: UIBackgroundFetchResult, of name: String) -> UIBackgroundFetchResult? {
    state.withLock { state in
      guard let index = state.silent.firstIndex(of: name) else { return nil }
      state.silent.remove(at: index)
      state.results.append(result)
      return state.silent.isEmpty ? Self.one(of: state.results) : nil
    }
  }

  static func one(of results: [UIBackgroundFetchResult]) -> UIBackgroundFetchResult {
    if results.contains(.failed) { return .failed }
    return results.contains(.newData) ? .newData : .noData
  }
}
