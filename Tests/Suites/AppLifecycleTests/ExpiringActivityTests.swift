import Foundation
import Synchronization
import Testing

@testable import AppLifecycle

/// Work in background time that is notified of the end of that time.
@MainActor @Suite struct ExpiringActivityTests {
  @Test func itHoldsTheProcessUntilItReturns() async {
    let process = FakeProcess()
    let application = UIApplication(process: process)
    await withCheckedContinuation { continuation in
      process.held = { if !$0 { continuation.resume() } }
      application.perform(ExpiringActivity { #expect(!$0) }, for: "upload")
    }
    #expect(process.holds == [true, false])
  }

  @Test func itIsCalledAgainWhenItsTimeEnds() async {
    let process = FakeProcess()
    process.isLaunchedByDaemon = true
    let application = UIApplication(process: process, limit: .milliseconds(1))
    application.launch(nil)
    let expired = DispatchSemaphore(value: 0)
    let calls = Mutex<[Bool]>([])
    await withCheckedContinuation { continuation in
      process.held = { if !$0 { continuation.resume() } }
      let activity = ExpiringActivity { isExpired in
        calls.withLock { $0.append(isExpired) }
        if isExpired { expired.signal() } else { expired.wait() }
      }
      application.perform(activity, for: "upload")
    }
    // The time can end before the first call.
    #expect(calls.withLock { $0 }.last == true)
  }

  @Test func theSecondCallComesDuringTheFirst() async {
    let (began, expired) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let calls = Mutex<[Bool]>([])
    let activity = ExpiringActivity { isExpired in
      calls.withLock { $0.append(isExpired) }
      guard !isExpired else {
        expired.signal()
        return
      }
      began.signal()
      expired.wait()
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        activity.run()
        continuation.resume()
      }
      DispatchQueue.global().async {
        began.wait()
        activity.expire()
      }
    }
    activity.expire()
    #expect(calls.withLock { $0 } == [false, true])
  }

  @Test func withoutTimeItDoesNotBegin() {
    let calls = Mutex<[Bool]>([])
    let activity = ExpiringActivity { isExpired in calls.withLock { $0.append(isExpired) } }
    activity.expire()
    activity.run()
    activity.expire()
    #expect(calls.withLock { $0 } == [true])
  }
}
