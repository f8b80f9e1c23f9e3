import BackgroundTasksTesting
import Synchronization
import Testing

/// An app with one defect.
struct Fault: Sendable, CustomTestStringConvertible {
  static let refresh = "com.example.faulty.refresh"
  static let upload = "com.example.faulty.upload"
  static let isOnline = Mutex(true)
  /// A file with complete protection.
  static let secret = URL.temporaryDirectory.appending(path: "faulty-handlers/secret")

  /// Occupies the processor.
  static func compute(milliseconds: Int) {
    var (start, now) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    repeat {
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    } while (now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1_000_000
      < milliseconds
  }

  /// A phone that is never used.
  static var uncharged: DeviceLife {
    var life = DeviceLife.everyday(opensPerDay: 0)
    (life.usesPerDay, life.chargesAtNight) = (0, false)
    return life
  }

  let code: BenchFailure.Kind
  let identifier: String
  let line: Int
  let life: DeviceLife
  let launch: @Sendable () -> Void

  init(
    _ code: BenchFailure.Kind, _ identifier: String, _ line: Int,
    life: DeviceLife = .everyday(opensPerDay: 5), launch: @escaping @Sendable () -> Void
  ) {
    (self.code, self.identifier, self.line, self.life) = (code, identifier, line, life)
    self.launch = launch
  }

  var testDescription: String { code.rawValue }

  var app: BenchApp {
    BenchApp(
      identifier: "com.example.faulty", permittedIdentifiers: [identifier], launch: launch,
      enterBackground: { [identifier] in
        let pending = await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
        if pending.contains(identifier) { return }
        try? BGTaskScheduler.shared.submit(
          identifier == Self.refresh ? .refresh(after: 30) : .upload())
      })
  }
}

extension BGTaskRequest {
  static func refresh(after minutes: Double) -> BGTaskRequest {
    let request = BGAppRefreshTaskRequest(identifier: Fault.refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: minutes * 60)
    return request
  }

  static func upload(power: Bool = false) -> BGTaskRequest {
    let request = BGProcessingTaskRequest(identifier: Fault.upload)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    request.requiresExternalPower = power
    return request
  }
}

extension BGTask {
  /// Works for this long, and stops if the time of the task ends.
  func perform(_ duration: Duration) {
    nonisolated(unsafe) let task = self
    let work = Task {
      let isDone = (try? await TaskClock().sleep(for: duration)) != nil
      task.setTaskCompleted(success: isDone)
    }
    expirationHandler = { work.cancel() }
  }
}
