import BackgroundTasks
import Control
import Testing

@testable import DaemonConnection

/// The queued requests of the daemon as requests of an app.
@Suite struct PendingRequestTests {
  private func info(
    _ kind: String, arguments: [String] = [], steps: [StepInfo] = [], unit: String? = nil
  ) -> RequestInfo {
    RequestInfo(
      id: "com.example.feed.clean", app: "com.example.feed", owner: 1000, kind: kind,
      state: "waiting", submitted: "2026-03-02T12:00:00Z", earliest: "2026-03-02T12:00:00Z",
      atLatest: "relax", progress: 0, on: [], exact: false, whenChanged: [], after: [],
      afterAny: [], requires: ["network"], prefers: [], allowBattery: true, expedited: false,
      tags: [], retries: 0, backoff: "exponential", backoffDelay: 30, limits: LimitsInfo(),
      onClosedGate: "stop", signalsReadiness: false, preventsSleep: false, wake: false,
      eachFailure: false, budget: 30, grace: 5, failures: 0, arguments: arguments,
      directory: "/", steps: steps, stepsDone: 0, unit: unit, quarantined: false, reasons: [])
  }

  @Test func aTaskIsARequestOfItsApp() {
    #expect(BGTaskRequest.pending(info("refresh")) is BGAppRefreshTaskRequest)
    let processing = BGTaskRequest.pending(info("processing")) as? BGProcessingTaskRequest
    #expect(processing?.requiresNetworkConnectivity == true)
    #expect(processing?.identifier == "com.example.feed.clean")
  }

  /// Otherwise `cancelAllTaskRequests()` would cancel the commands that a user has submitted with `--app`.
  @Test(arguments: ["refresh", "processing"])
  func aCommandIsNoRequestOfItsApp(kind: String) {
    let step = StepInfo(name: "first", arguments: ["/bin/true"])
    let commands = [
      info(kind, arguments: ["/bin/true"]), info(kind, steps: [step]),
      info(kind, unit: "backup.service"),
    ]
    #expect(commands.allSatisfy { BGTaskRequest.pending($0) == nil })
  }

  @Test func aLongTitleIsCutForTheDaemon() {
    let request = BGContinuedProcessingTaskRequest(
      identifier: "com.example.feed.export.1", title: String(repeating: "a", count: 1025),
      subtitle: "1 of 4\0")
    let terms = TaskClassInfo(of: request)
    #expect(terms?.title == String(repeating: "a", count: 1024) && terms?.subtitle == "1 of 4")
  }
}
