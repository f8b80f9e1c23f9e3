import BackgroundTasks
import Foundation
import Testing

@testable import AppLifecycle

/// Remote notifications and fetches, as a delegate receives them.
@MainActor @Suite struct FetchTests {
  private let process = FakeProcess()

  @Test(
    arguments: [
      ([.noData, .noData], .noData), ([.noData, .newData], .newData),
      ([.newData, .failed, .noData], .failed),
    ] as [([UIBackgroundFetchResult], UIBackgroundFetchResult)])
  func resultsAreOneWhenAllAreThere(
    results: [UIBackgroundFetchResult], one: UIBackgroundFetchResult
  ) {
    let names = results.indices.map { "Subscriber\($0)" }
    let gathered = FetchResults(of: names)
    let answers = zip(results, names).map { gathered.add($0, of: $1) }
    #expect(answers.dropLast() == Array(repeating: nil, count: results.count - 1)[...])
    #expect(answers.last == one)
    // A second answer of the same delegate is ignored.
    #expect(gathered.add(.failed, of: names[0]) == nil)
  }

  @Test func whoHasNotAnsweredIsKnown() {
    let gathered = FetchResults(of: ["A", "B"])
    #expect(gathered.add(.noData, of: "A") == nil)
    #expect(gathered.unanswered == ["B"])
  }

  @Test(
    arguments: [
      (7200, 7200), (-5, 0), (UIApplication.backgroundFetchIntervalMinimum, 0),
      (UIApplication.backgroundFetchIntervalNever, nil), (.infinity, nil), (.nan, nil),
      (1e12, 366 * 24 * 3600),
    ] as [(TimeInterval, TimeInterval?)])
  func anIntervalIsOneThatTheDaemonTakes(asked: TimeInterval, told: TimeInterval?) {
    UIApplication(process: process).setMinimumBackgroundFetchInterval(asked)
    #expect(process.fetchIntervals == [told])
  }

  @Test func aDelegateThatTakesNoneFails() async {
    let application = UIApplication(process: process)
    let delegate = Silent()
    application.launch(delegate)
    for content in [DelegateTask.Content.fetch, .push(payload: "{}")] {
      let success = await withCheckedContinuation { continuation in
        application.handleDelegateTask(
          DelegateTask(
            content, complete: { continuation.resume(returning: $0) }, onExpiration: { _ in }))
      }
      #expect(!success)
    }
  }

  @Test func aClickThatNoDelegateReceivesIsLoggedWithItsReason() async {
    let center = UNUserNotificationCenter.current()
    let content = #""title":"a","subtitle":"","body":"","payload":"","due":"2026-03-02T06:00:00Z""#
    let payloads = [#"{"identifier":"a",\#(content)}"#, "{}"]
    let delegate = ClickDelegate()
    var obstacles: [UNUserNotificationCenter.ClickObstacle?] = []
    for receiver in [nil, delegate] {
      center.delegate = receiver
      for payload in payloads {
        let success = await withCheckedContinuation { continuation in
          let task = DelegateTask(
            .response(payload: payload), complete: { continuation.resume(returning: $0) },
            onExpiration: { _ in })
          obstacles.append(center.handleClick(payload, task))
        }
        #expect(success)
      }
    }
    #expect(obstacles == [.noDelegate, .noDelegate, nil, .invalidPayload])
    #expect(delegate.clicked == ["a"])
  }
}

private final class Silent: UIResponder, UIApplicationDelegate {}

private final class ClickDelegate: UNUserNotificationCenterDelegate {
  var clicked: [String] = []

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    clicked.append(response.notification.request.content.title)
    completionHandler()
  }
}
