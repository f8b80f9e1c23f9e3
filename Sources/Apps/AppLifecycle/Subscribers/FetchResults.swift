import Synchronization

/// The results of subscribers, combined when all of them have answered: failed if one failed, else new data if one
/// found some, else no data.
final class FetchResults: Sendable {
  private struct State {
    var unanswered: [String]
    var results: [UIBackgroundFetchResult] = []
  }

  private let state: Mutex<State>

  /// - Parameter names: The subscribers that must report a result.
  init(of names: [String]) {
    state = Mutex(State(unanswered: names))
  }

  /// The subscribers that have not answered.
  var unanswered: [String] { state.withLock { $0.unanswered } }

  /// Adds the result of the subscriber `name`. Returns the combined result if it was the last missing one; `nil` if
  /// other results are missing, or if all results of this name were added before.
  func add(_ result: UIBackgroundFetchResult, of name: String) -> UIBackgroundFetchResult? {
    state.withLock { state in
      guard let index = state.unanswered.firstIndex(of: name) else { return nil }
      state.unanswered.remove(at: index)
      state.results.append(result)
      return state.unanswered.isEmpty ? Self.combined(state.results) : nil
    }
  }

  /// Combines the results: `.failed` if one has failed, else `.newData` if one has new data, else `.noData`.
  static func combined(_ results: [UIBackgroundFetchResult]) -> UIBackgroundFetchResult {
    if results.contains(.failed) { return .failed }
    return results.contains(.newData) ? .newData : .noData
  }
}
