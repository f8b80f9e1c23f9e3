import Foundation

/// Says that the app is done with a wake. Owed for each: a wake for which it is not called is repeated.
public typealias ObserverQueryCompletionHandler = @Sendable () -> Void

/// What an app does when something has changed, with the shape of HealthKit's HKObserverQuery. Execute it in each launch
/// with an `ObserverStore`, and enable background delivery for what it observes.
public final class ObserverQuery: Sendable {
  /// - Parameters:
  ///   - query: This one.
  ///   - changed: What has changed of what it observes; nil with an error.
  ///   - completionHandler: Owed within 30 seconds.
  ///   - error: Why it is not woken; nil for a wake.
  public typealias ChangesHandler =
    @Sendable (
      _ query: ObserverQuery, _ changed: Set<ObservedItem>?,
      _ completionHandler: @escaping ObserverQueryCompletionHandler, _ error: (any Error)?
    ) -> Void

  /// What it observes, in order, each once.
  public let items: [ObservedItem]
  let handler: ChangesHandler

  /// One that is told what has changed.
  ///
  /// - Parameters:
  ///   - items: What it observes.
  ///   - updateHandler: Called on a queue of the library's, one call at a time.
  public init(observing items: [ObservedItem], updateHandler: @escaping ChangesHandler) {
    var seen: Set<ObservedItem> = []
    self.items = items.filter { seen.insert($0).inserted }
    handler = updateHandler
  }

  /// One that observes one thing.
  public convenience init(
    observing item: ObservedItem,
    updateHandler:
      @escaping @Sendable (
        _ query: ObserverQuery, _ completionHandler: @escaping ObserverQueryCompletionHandler,
        _ error: (any Error)?
      ) -> Void
  ) {
    self.init(observing: [item]) { query, _, completionHandler, error in
      updateHandler(query, completionHandler, error)
    }
  }
}
