import BackgroundTasks
import Foundation

/// Executes queries and enables background delivery, with the names of HealthKit's HKHealthStore. All stores of a
/// process share their queries.
///
/// An app is woken after a change of an item for which it has enabled delivery: it is launched or resumed, or called if
/// it is already running. It must have been opened once, and its user must have allowed it (`rubatoctl app allow APP
/// observe`).
public final class ObserverStore: Sendable {
  private let process: any ObservingProcess
  private let queries: ObserverQueries
  private let calls = DispatchQueue(label: "io.rubato.AppLifecycle.observers")

  private static let shared = ObserverQueries()

  /// The store of this process.
  public convenience init() {
    self.init(process: OwnProcess.current, queries: Self.shared)
  }

  /// Creates a store whose wakes come from `process` and are passed to `queries`.
  init(process: any ObservingProcess, queries: ObserverQueries) {
    self.process = process
    self.queries = queries
  }

  // MARK: Queries

  /// Calls `query` for each wake. Call it in each launch, such as in `didFinishLaunching`. A wake without a query
  /// within its 30 seconds counts as not completed, and is repeated.
  public func execute(_ query: ObserverQuery) {
    for item in query.items where queries.addAndCheckIsFirst(query, of: item) {
      process.observe(item.identifier) { [queries] task in queries.deliver(task, of: item) }
    }
  }

  /// Stops calling `query`. For each item without another query, also removes the handler of wakes.
  public func stop(_ query: ObserverQuery) {
    for item in query.items where queries.removeAndCheckIsLast(query, of: item) {
      process.observe(item.identifier, nil)
    }
  }

  // MARK: Delivery

  /// Enables wakes for changes of `item`. Call it in each launch: changes that have happened since are kept.
  ///
  /// - Parameters:
  ///   - item: The item to observe.
  ///   - frequency: The highest frequency of wakes; changes in between are combined into one wake.
  ///   - updateDelay: The seconds without a further change before a wake, 0.5 to a day; 0 does not wait. `nil` is one
  ///     second for a path, and no wait for a key. Not in HealthKit.
  ///   - longestDelay: The longest delay after the first change, in seconds, even if changes continue; `nil` is two
  ///     minutes. Not in HealthKit.
  ///   - completion: Called on a queue of the library with whether the daemon has accepted it, and the error if not.
  ///     The queries of `item` also receive the error.
  public func enableBackgroundDelivery(
    for item: ObservedItem, frequency: UpdateFrequency, updateDelay: TimeInterval? = nil,
    longestDelay: TimeInterval? = nil,
    withCompletion completion: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    let terms = ObserverTerms(
      identifier: item.identifier, watched: [item.name], atMost: frequency.text,
      updateDelay: updateDelay, longestDelay: longestDelay)
    calls.async { [process, queries] in
      do throws(BGTaskScheduler.Error) {
        try process.submit(terms)
      } catch {
        completion(false, error)
        return queries.fail(item, error)
      }
      completion(true, nil)
    }
  }

  /// Enables wakes for changes of `item`, and waits until the daemon has accepted it.
  ///
  /// - Throws: A `BGTaskScheduler.Error` if the daemon refuses it.
  public func enableBackgroundDelivery(
    for item: ObservedItem, frequency: UpdateFrequency, updateDelay: TimeInterval? = nil,
    longestDelay: TimeInterval? = nil
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      enableBackgroundDelivery(
        for: item, frequency: frequency, updateDelay: updateDelay, longestDelay: longestDelay
      ) { _, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Ends the wakes for changes of `item`, and discards the changes so far.
  public func disableBackgroundDelivery(
    for item: ObservedItem,
    withCompletion completion: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    calls.async { [process] in
      process.cancel(item.identifier)
      completion(true, nil)
    }
  }

  /// Ends the wakes for changes of `item`, and waits until that is done.
  public func disableBackgroundDelivery(for item: ObservedItem) async throws {
    await withCheckedContinuation { continuation in
      disableBackgroundDelivery(for: item) { _, _ in continuation.resume() }
    }
  }
}

/// The process as used by observers.
protocol ObservingProcess: Sendable {
  /// Registers the handler of wakes for requests with this identifier; `nil` removes it.
  func observe(_ identifier: String, _ handler: (@Sendable (DelegateTask) -> Void)?)

  /// Submits an observer, so that changes wake the app.
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error)

  /// Cancels the observer with this identifier.
  func cancel(_ identifier: String)
}

extension OwnProcess: ObservingProcess {}
