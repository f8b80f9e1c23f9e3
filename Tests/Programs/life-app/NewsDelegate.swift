import AppCases
import AppLifecycle

/// A delegate that receives remote notifications and fetches, without registering a task.
final class NewsDelegate: UIResponder, UIApplicationDelegate {
  private var finishing: (any DispatchSourceSignal)?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    application.setMinimumBackgroundFetchInterval(7200)
    return true
  }

  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    if let delegateCase = DelegateCase(userInfo) {
      delegateCase.handle { completionHandler(UIBackgroundFetchResult($0)) }
      return say("handled")
    }
    let story = userInfo["story"] as? [String: Any]
    say("\(application.applicationState) gets story \(story?["id"] as? Int ?? -1)")
    if behaviour == "news-holds" {
      let held = application.beginBackgroundTask(withName: "story")
      // The test sends the signal when the work should end.
      let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
      source.setEventHandler { application.endBackgroundTask(held) }
      signal(SIGUSR1, SIG_IGN)
      source.activate()
      finishing = source
    }
    if behaviour != "news-silent" { completionHandler(.newData) }
  }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    say("fetches")
    completionHandler(.failed)
  }
}

/// A delegate whose subscribers receive remote notifications.
final class SubscribedDelegate: ExpoAppDelegate {
  override var modulesProvider: ModulesProvider {
    ModulesProvider(subscribers: [StorySubscriber.self, IdleSubscriber.self, LateSubscriber.self])
  }
}

private final class StorySubscriber: ExpoAppDelegateSubscriber {
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  ) async -> UIBackgroundFetchResult { .newData }
}

/// A subscriber without methods.
private final class IdleSubscriber: ExpoAppDelegateSubscriber {}

private final class LateSubscriber: ExpoAppDelegateSubscriber {
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    say("is late")
    if behaviour != "subscribed-silent" { completionHandler(.noData) }
  }
}

extension UIBackgroundFetchResult {
  init(_ answer: DelegateCase.Answer) {
    switch answer {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }
}
