import BackgroundTasks
import Foundation

/// A delegate that forwards its events to subscribers and loads the app's modules, with Expo's name.
///
/// The order of a launch: `willFinishLaunching` of each subscriber; `didFinishLaunching` of each subscriber; `OnCreate`
/// of each module. After that, no handlers of tasks can be registered.
@MainActor open class ExpoAppDelegate: UIResponder, UIApplicationDelegate {
  /// The subscribers and modules of the app.
  open var modulesProvider: ModulesProvider { ModulesProvider() }

  /// The limits for the `OnCreate` of a module.
  open var moduleLimits: ModuleLimits { .ofEnvironment }

  /// The modules of the app.
  public private(set) lazy var appContext = AppContext(limits: moduleLimits)

  /// The time that each subscriber took for `didFinishLaunching`, in order.
  public private(set) var subscriberTimes: [(name: String, duration: Duration)] = []

  /// The results of the latest notification, fetch or session event; `nil` before the first.
  private(set) var latestResults: FetchResults?

  private lazy var subscribers: [any ExpoAppDelegateSubscriberProtocol] =
    modulesProvider.getAppDelegateSubscribers().map { create($0) }

  /// Creates a subscriber of a class that is known only at run time. The process ends if the class has no `init()`.
  private func create<Subscriber: ExpoAppDelegateSubscriberProtocol>(
    _ type: Subscriber.Type
  ) -> any ExpoAppDelegateSubscriberProtocol { DelegateCreation.make(type) }

  /// Returns `true` if a subscriber returned `true`, or if there are no subscribers.
  open func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    anyIsTrue { $0.application(application, willFinishLaunchingWithOptions: launchOptions) }
  }

  /// Calls the subscribers and logs those that take longer than expected, then creates the modules. Returns `true` if
  /// a subscriber returned `true`, or if there are no subscribers.
  open func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Read once: a subscriber can change the limits.
    let (now, expected) = (moduleLimits.now, moduleLimits.expected)
    let result = anyIsTrue { subscriber in
      let began = now()
      let answer = subscriber.application(
        application, didFinishLaunchingWithOptions: launchOptions)
      let duration = now() - began
      let name = "\(type(of: subscriber))"
      subscriberTimes.append((name, duration))
      if duration > expected {
        Log.write(
          "subscriber \(name) took \(duration.milliseconds) for didFinishLaunching; the budget of a task"
            + " runs meanwhile")
      }
      return answer
    }
    appContext.load(modulesProvider, isHeadless: application.isHeadless)
    return result
  }

  /// Notifies the subscribers, then the modules.
  open func applicationDidBecomeActive(_ application: UIApplication) {
    for subscriber in subscribers { subscriber.applicationDidBecomeActive(application) }
    appContext.call(\.onBecomesActive)
  }

  open func applicationWillResignActive(_ application: UIApplication) {
    for subscriber in subscribers { subscriber.applicationWillResignActive(application) }
  }

  /// Notifies the subscribers, then the modules.
  open func applicationDidEnterBackground(_ application: UIApplication) {
    for subscriber in subscribers { subscriber.applicationDidEnterBackground(application) }
    appContext.call(\.onEntersBackground)
  }

  /// Notifies the subscribers, then the modules.
  open func applicationWillEnterForeground(_ application: UIApplication) {
    for subscriber in subscribers { subscriber.applicationWillEnterForeground(application) }
    appContext.call(\.onEntersForeground)
  }

  /// Notifies the subscribers, then the modules.
  open func applicationWillTerminate(_ application: UIApplication) {
    for subscriber in subscribers { subscriber.applicationWillTerminate(application) }
    appContext.call(\.onDestroy)
  }

  /// Reports the combined result when all subscribers have answered; no data if there are no subscribers.
  open func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    collectResults(completionHandler) { subscriber, answer in
      subscriber.application(
        application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: answer)
    }
  }

  /// Reports the combined result when all subscribers have answered; no data if there are no subscribers.
  open func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    collectResults(completionHandler) { subscriber, answer in
      subscriber.application(application, performFetchWithCompletionHandler: answer)
    }
  }

  /// Calls the completion handler when all subscribers have answered, or immediately if there are none.
  open func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    let complete: (UIBackgroundFetchResult) -> Void = { _ in completionHandler() }
    collectResults(complete) { subscriber, answer in
      subscriber.application(application, handleEventsForBackgroundURLSession: identifier) {
        answer(.newData)
      }
    }
  }

  /// Calls `ask` for each subscriber. When the last one has answered, the completion handler receives the combined
  /// result; without subscribers it receives `noData`.
  private func collectResults(
    _ completionHandler: @escaping (UIBackgroundFetchResult) -> Void,
    _ ask: (
      any ExpoAppDelegateSubscriberProtocol, @escaping (UIBackgroundFetchResult) -> Void
    ) -> Void
  ) {
    let names = subscribers.map { "\(type(of: $0))" }
    let results = FetchResults(of: names)
    // If subscribers do not answer in time, the application logs their names (`handleDelegateTask`).
    latestResults = results
    if subscribers.isEmpty { return completionHandler(.noData) }
    for (subscriber, name) in zip(subscribers, names) {
      ask(subscriber) { result in
        if let combined = results.add(result, of: name) { completionHandler(combined) }
      }
    }
  }

  /// Calls `ask` for every subscriber. Returns whether one call returned `true` or there are no subscribers.
  private func anyIsTrue(
    _ ask: (any ExpoAppDelegateSubscriberProtocol) -> Bool
  ) -> Bool {
    // `contains(where:)` would not call the subscribers after the first `true`.
    subscribers.isEmpty || subscribers.map(ask).contains(true)
  }
}
