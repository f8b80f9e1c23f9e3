import BackgroundTasks
import Foundation
import Synchronization

/// The queries of a process by their items, and the completions that they owe for wakes.
final class ObserverQueries: Sendable {
  private let queries = Mutex<[ObservedItem: [ObserverQuery]]>([:])
  /// The queue on which handlers are called.
  private let queue = DispatchQueue(label: "io.rubato.AppLifecycle.ObserverQuery")

  /// Adds a query of `item`, unless it was added before. Returns whether `item` had no query.
  func addAndCheckIsFirst(_ query: ObserverQuery, of item: ObservedItem) -> Bool {
    queries.withLock { queries in
      let itemQueries = queries[item] ?? []
      if !itemQueries.contains(where: { $0 === query }) { queries[item] = itemQueries + [query] }
      return itemQueries.isEmpty
    }
  }

  /// Removes a query of `item`. Returns whether `item` has no query left; `false` if it had none before.
  func removeAndCheckIsLast(_ query: ObserverQuery, of item: ObservedItem) -> Bool {
    queries.withLock { queries in
      guard let itemQueries = queries[item] else { return false }
      let others = itemQueries.filter { $0 !== query }
      queries[item] = others.isEmpty ? nil : others
      return others.isEmpty
    }
  }

  /// Passes a wake, with the changed items, to each query of `item`. The wake is complete when all completion
  /// handlers were called. Without a query it is completed as unsuccessful.
  func deliver(_ task: DelegateTask, of item: ObservedItem) {
    guard case .observer(let names) = task.content else { return task.complete(false) }
    let changed = Set(names.map(ObservedItem.init(reported:)))
    let receivers = queries.withLock { $0[item] ?? [] }
    if receivers.isEmpty { return task.complete(false) }
    let owed = OwedCompletions(of: receivers, task)
    task.onExpiration {
      Log.write(
        "the completion handler of an ObserverQuery for \(item.name) was not called in time"
      )
    }
    for query in receivers {
      queue.async { query.handler(query, changed, { owed.complete(query) }, nil) }
    }
  }

  /// Calls the handlers of all queries of `item` with the error that prevents its observation.
  func fail(_ item: ObservedItem, _ error: any Error) {
    let receivers = queries.withLock { $0[item] ?? [] }
    for query in receivers {
      queue.async { query.handler(query, nil, {}, error) }
    }
  }
}

/// The queries that have not completed a wake yet.
private final class OwedCompletions: Sendable {
  private let queries: Mutex<Set<ObjectIdentifier>>
  private let task: DelegateTask

  /// Creates the record of the completions that these queries owe for the wake `task`.
  init(of queries: [ObserverQuery], _ task: DelegateTask) {
    self.queries = Mutex(Set(queries.map(ObjectIdentifier.init)))
    self.task = task
  }

  /// Marks a query as complete. After the last one, the wake is completed as successful. Further calls for a query
  /// have no effect.
  func complete(_ query: ObserverQuery) {
    let isLast = queries.withLock { $0.remove(ObjectIdentifier(query)) != nil && $0.isEmpty }
    if isLast { task.complete(true) }
  }
}
