/// A notification on the desktop of a request's owner: that the request has failed permanently, or has not succeeded
/// for long.
package struct OwnerNotice: Hashable, Sendable {
  /// The verb of `rubatoctl` that tries the request again.
  package enum Remedy: String, Hashable, Sendable {
    /// Queues a permanently failed request again.
    case retry
    /// Starts a waiting request if nothing blocks it.
    case run
  }

  package var key: RequestKey
  package var title: String
  package var body: String
  package var remedy: Remedy
  /// Whether the request asks for notifications, and not only the policy.
  package var isRequested: Bool
}

extension OwnerNotice {
  /// Creates the notification of a permanent failure of `request`; `nil` if another request has caused the failure,
  /// whose own notification is enough.
  init?(failed request: Request, _ report: FailureReport) {
    guard report.run?.ending?.stopReason != .dependencyFailed else { return nil }
    key = request.key
    isRequested = request.terms.run.notifyAfter != nil
    title = "\(request.key.id) has failed"
    remedy = request.isKeptOnceFailed ? .retry : .run
    let cause = report.run?.ending.map(\.noticeText) ?? "It has not succeeded."
    let tries = report.attempts > 1 ? " \(report.attempts) runs have failed." : ""
    let next =
      request.isKeptOnceFailed
      ? " It is not tried again." : " It is tried again in its next window."
    body = cause + tries + next
  }

  /// Creates the notification that `request` has not succeeded for long.
  ///
  /// - Parameters:
  ///   - cause: The cause of its wait that is reported first; `nil` if it waits for nothing.
  ///   - zoneSeconds: The seconds by which the clocks of its owner are ahead of UTC.
  init(
    waiting request: Request, for cause: Explanation.Cause?, zoneSeconds: Int, at now: WallTime
  ) {
    func day(_ moment: WallTime) -> String {
      DayWords.text(of: moment, at: now, zoneSeconds: zoneSeconds)
    }
    key = request.key
    isRequested = true
    remedy = .run
    let success = request.progress.lastSuccess
    let firstSubmitted = request.firstSubmitted
    let reason = cause?.reason.traits
    // The need of a reason that a user must end is a command, which does not fit after "waits for".
    let need = reason?.end == .hand ? nil : reason?.need
    let lastSuccessText =
      success.map { "Its last success was \(day($0))." }
      ?? "It has not succeeded since it was submitted \(day(firstSubmitted))."
    if request.progress.failures > 0 {
      title = "\(request.key.id) has not succeeded since \(day(success ?? firstSubmitted))"
      body = "Its last \(request.progress.failures == 1 ? "run has" : "runs have") failed."
    } else if let need, let since = cause?.since {
      title = "\(request.key.id) waits for \(need) since \(day(since))"
      body = lastSuccessText
    } else {
      title = "\(request.key.id) has not succeeded since \(day(success ?? firstSubmitted))"
      body = need.map { "It waits for \($0)." } ?? lastSuccessText
    }
  }
}

extension Ending {
  /// The sentence that describes a failure to the owner of a request.
  fileprivate var noticeText: String {
    switch outcome {
    case .failed: exit.map { "It has exited with \($0)." } ?? "Its run has failed."
    case .crashed: signal.map { "It was ended by signal \($0)." } ?? "It has crashed."
    case .outOfMemory: "It has used more memory than available."
    case .launchFailed, .launchTimeout: "It could not be started."
    case .killed, .expired: "It did not end within its time."
    case .skipped: "It could not run before its latest date."
    case .completed, .retryLater, .deferred, .cancelled, .interrupted: "It has not succeeded."
    }
  }
}

/// A day as a user names it.
enum DayWords {
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Returns `09:30` today, `Friday` in the last six days, otherwise `2 March`, with the year if it is another.
  static func text(of moment: WallTime, at now: WallTime, zoneSeconds: Int) -> String {
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    func civil(_ moment: WallTime) -> CivilTime {
      CivilTime(universalSeconds: LocalTime(moment, zoneSeconds: zoneSeconds).wholeSeconds)
    }
    let then = civil(moment)
    let today = civil(now)
    let daysAgo = today.dayNumber - then.dayNumber
    if daysAgo == 0 { return "\(twoDigits(then.hour)):\(twoDigits(then.minute))" }
    if (1..<7).contains(daysAgo) { return weekdays[then.weekday] }
    let year = then.year == today.year ? "" : " \(then.year)"
    return "\(then.day) \(months[then.month - 1])\(year)"
  }
}
