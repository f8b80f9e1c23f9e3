import BackgroundTasks
import Foundation

/// Where queries are executed and background delivery is enabled, with the names of HealthKit's HKHealthStore. All of a
/// process have the same queries.
///
/// An app is woken when something has changed that it has enabled delivery for: launched, resumed, or told where it runs. It
/// must have been opened once, and its user must have allowed it (`rubatoctl app allow APP observe`).
public final class ObserverStore: Sendable {
  private let process: any ObservingProcess
  private let queries: ObserverQueries
  private let calls = DispatchQueue(label: "io.rubato.AppLifecycle.observers")

  private static let shared = ObserverQueries()

  /// The store of this process.
  public convenience init() {
    self.init(process: OwnProcess.current, queries: Self.shared)
  }

  init(process: any ObservingProcess, queries: ObserverQueries) {
    self.process = process
    self.queries = queries
  }

  // MARK: Queries

  /// Has `query` called for each wake. Call it in each launch, such as in `didFinishLaunching`: a wake that nothing has
  /// observed within its 30 seconds counts as not completed, and is repeated.
  public func execute(_ query: ObserverQuery) {
    for item in query.items where queries.add(query, to: item) {
      process.observe(item.identifier) { [queries] task in queries.take(task, of: item) }
    }
  }

  /// `query` is called no more.
  public func stop(_ query: ObserverQuery) {
    for item in query.items where queries.remove(query, from: item) {
      process.observe(item.identifier, nil)
    }
  }

  // MARK: Delivery

  /// Has the app woken when `item` has changed. Call it in each launch: what has changed meanwhile is kept.
  ///
  /// - Parameters:
  ///   - item: What it observes.
  ///   - frequency: How often it is woken at most; what changes meanwhile is one wake.
  ///   - updateDelay: The seconds for which nothing more may change before a wake, 0.5 to a day; 0 does not wait. `nil` is
  ///     one second for a path, and no wait for a key. Not in HealthKit.
  ///   - longestDelay: The seconds after the first change at which it comes although more changes; two minutes unless given.
  ///     Not in HealthKit.
  ///   - completion: Called on a queue of the library's with whether the daemon has taken it, and why not. The error goes to
  ///     the queries of `item` as well.
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

  /// The same for code that waits for it.
  ///
  /// - Throws: A `BGTaskScheduler.Error` where the daemon does not take it.
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

  /// The app is woken no more when `item` has changed, and what has changed is forgotten.
  public func disableBackgroundDelivery(
    for item: ObservedItem,
    withCompletion completion: @escaping @Sendable (_ success: Bool, _ error: (any Error)?) -> Void
  ) {
    calls.async { [process] in
      process.cancel(item.identifier)
      completion(true, nil)
    }
  }

  /// The same for code that waits for it.
  public func disableBackgroundDelivery(for item: ObservedItem) async throws {
    await withCheckedContinuation { continuation in
      disableBackgroundDelivery(for: item) { _, _ in continuation.resume() }
    }
  }
}

/// The process as far as observers need it.
protocol ObservingProcess: Sendable {
  /// Takes the wakes of requests with this identifier; nil takes none any more.
  func observe(_ identifier: String, _ handler: (@Sendable (DelegateTask) -> Void)?)

  /// Has the app woken when something has changed.
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error)

  /// It is no longer woken for that.
  func cancel(_ identifier: String)
}

extension OwnProcess: ObservingProcess {}
