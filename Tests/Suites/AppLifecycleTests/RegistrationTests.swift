import BackgroundTasks
import Foundation
import Testing

@testable import AppLifecycle

/// Device tokens, and events of transfers that a delegate awaits.
@MainActor @Suite struct RegistrationTests {
  private let application = UIApplication(process: FakeProcess())

  @Test func aRegistrationFailsLater() async {
    let delegate = AwaitingDelegate()
    application.launch(delegate)
    await withCheckedContinuation { continuation in
      delegate.failed = { error in
        #expect((error as NSError).code == 3010)
        #expect(error.localizedDescription.contains("rubatoctl push"))
        continuation.resume()
      }
      application.registerForRemoteNotifications()
      delegate.hasReturned = true
    }
    #expect(!application.isRegisteredForRemoteNotifications)
  }

  @Test func theEventsEndWhenTheMethodReturns() async {
    let delegate = AwaitingDelegate()
    application.launch(delegate)
    let success = await withCheckedContinuation { continuation in
      application.handleDelegateTask(
        DelegateTask(
          .transferEvents(session: "films"), complete: { continuation.resume(returning: $0) },
          onExpiration: { _ in }))
    }
    #expect(success && delegate.sessions == ["films begins", "films ends"])
  }
}

private final class AwaitingDelegate: NSObject, UIApplicationDelegate {
  var hasReturned = false
  var failed: ((any Error) -> Void)?
  var sessions: [String] = []

  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {
    #expect(hasReturned)
    failed?(error)
  }

  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String
  ) async {
    sessions.append("\(identifier) begins")
    await Task.yield()
    sessions.append("\(identifier) ends")
  }
}
