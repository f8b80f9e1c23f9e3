import Foundation

/// Reports that the app has handled a wake. A wake is repeated if its completion handler was not called.
public typealias ObserverQueryCompletionHandler = @Sendable () -> Void

/// A handler of changes, with the shape of HealthKit's HKObserverQuery. Execute it in each launch with an
/// `ObserverStore`, and enable background delivery for its items.
public final class ObserverQuery: Sendable {
  /// - Parameters:
  ///   - query: This query.
  ///   - changed: The items that have changed; `nil` with an error.
  ///   - completionHandler: Must be called within 30 seconds.
  ///   - error: The reason why there are no wakes; `nil` for a wake.
  public typealias ChangesHandler =
    @Sendable (
      _ query: ObserverQuery, _ changed: Set<ObservedItem>?,
      _ completionHandler: @escaping ObserverQueryCompletionHandler, _ error: (any Error)?
    ) -> Void

  /// The observed items, in order, without duplicates.
  public let items: [ObservedItem]
  let handler: ChangesHandler

  /// Creates a query whose handler receives the changed items.
  ///
  /// - Parameters:
  ///   - items: The items to observe.
  ///   - updateHandler: Called on a queue of the library, one call at a time.
  public init(observing items: [ObservedItem], updateHandler: @escaping ChangesHandler) {
    var seen: Set<ObservedItem> = []
    self.items = items.filter { seen.insert($0).inserted }
    handler = updateHandler
  }

  /// Creates a query for one item, whose handler therefore receives no list of changed items.
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
