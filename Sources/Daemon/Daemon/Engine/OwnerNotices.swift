import Descriptors
import Glibc
import Launch
import Logging
import Scheduling

/// The notifications for owners of requests: those that are being shown, and those that wait for a session. They are no
/// runs: they have no records, and are not kept over a restart of the daemon. Used on the engine's loop only.
struct OwnerNotices {
  /// Time limit of the program that shows one.
  static let limit = Duration.seconds(60)
  /// Maximum number of notifications of a user. More at the same time help no reader.
  private static let most = 20
  /// The first delay before another try, and the longest one, within which a user usually logs in.
  private static let firstDelay = Duration.seconds(30)
  private static let longestDelay = Duration.minutes(15)
  /// The number of tries, about three days.
  private static let mostTries = 300

  /// A notification that is not shown yet.
  struct Entry {
    let number: Int64
    let notice: OwnerNotice
    var tries = 0
    /// Whether its program runs.
    var isRunning = false

    /// The delay before the next try: 30 s after the first one, doubled with each further try, at most `longestDelay`.
    var delay: Duration {
      // More doublings would overflow after many tries, and exceed the longest delay anyway.
      let doublings = min(max(tries - 1, 0), 10)
      return min(OwnerNotices.firstDelay * (1 << doublings), OwnerNotices.longestDelay)
    }
  }

  private var entries: [Int64: Entry] = [:]

  /// Adds a notification under a number that no failure command has, in the place of one about the same request that
  /// waits. Returns `false` if too many of its user's are not shown yet.
  mutating func add(_ notice: OwnerNotice, as number: Int64) -> Bool {
    for (earlier, entry) in entries where entry.notice.key == notice.key && !entry.isRunning {
      entries[earlier] = nil
    }
    guard entries.values.count(where: { $0.notice.key.owner == notice.key.owner }) < Self.most
    else { return false }
    entries[number] = Entry(number: number, notice: notice)
    return true
  }

  /// The notification with this number; `nil` if it was shown, dropped or replaced.
  subscript(number: Int64) -> Entry? { entries[number] }

  /// Counts a try, and returns the notification; `nil` if it was replaced, or has had all tries, which removes it.
  mutating func beginTry(_ number: Int64) -> Entry? {
    guard var entry = entries[number], entry.tries < Self.mostTries else {
      entries[number] = nil
      return nil
    }
    entry.tries += 1
    entries[number] = entry
    return entry
  }

  /// Records whether the program that shows this notification runs. Only a notification that is not being shown can be
  /// replaced.
  mutating func setRunning(_ number: Int64, _ isRunning: Bool) {
    entries[number]?.isRunning = isRunning
  }

  /// Removes a notification that was shown, or is not needed any more.
  mutating func remove(_ number: Int64) { entries[number] = nil }
}

extension Engine {
  /// Shows a notification in the session of its owner, now or once there is one. Days of a simulated clock pass in
  /// seconds, so a daemon that simulates shows none. A daemon with paths of its own shows only requested ones.
  func notifyOwner(_ notice: OwnerNotice) {
    guard !time.clock.isSimulated, notice.isRequested || programs.notifiesByDefault else { return }
    // The launcher runs notifications like failure commands, and both are numbered together.
    let number = programs.failures.makeNumber()
    guard programs.notices.add(notice, as: number) else {
      logger.warning(
        "Too many notifications are waiting; none is shown for \(notice.key.id)",
        metadata: .of(notice.key))
      return
    }
    showNotice(number)
  }

  /// Handles the end of the program that shows the notification with this number: tries again if the session has no
  /// program for notifications; otherwise removes the notification, and logs a failure.
  func noteEnd(ofNotice number: Int64, _ processExit: ProcessExit) {
    guard let entry = programs.notices[number] else { return }
    programs.notices.setRunning(number, false)
    // EX_TEMPFAIL: no program of the session shows notifications.
    if processExit.exit == 75 { return scheduleNextTry(of: entry) }
    programs.notices.remove(number)
    if processExit.exit != 0 {
      let why =
        processExit.launchFailure ?? processExit.lastWords ?? "exit \(processExit.exit ?? -1)"
      logger.warning(
        "The notification about \(entry.notice.key.id) was not shown: \(why)",
        metadata: .of(entry.notice.key))
    }
  }

  /// Shows the notification with this number if its owner has a session; otherwise tries again later. Drops it if the
  /// request has succeeded, was acknowledged or no longer exists.
  private func showNotice(_ number: Int64) {
    guard let entry = programs.notices.beginTry(number) else { return }
    guard needsNotice(entry.notice.key) else { return programs.notices.remove(number) }
    let owner = entry.notice.key.owner
    // The directory exists while the user has a session. A daemon of the user needs no such check.
    guard owner == geteuid() || access("/run/user/\(owner)", F_OK) == 0 else {
      return scheduleNextTry(of: entry)
    }
    programs.notices.setRunning(number, true)
    launch(
      LaunchOrder(
        notice: number, entry.notice, program: programs.notifier, socket: programs.socket))
    loop.after(OwnerNotices.limit) { [weak self] in
      // A later try has a time limit of its own.
      guard let self, let shown = programs.notices[number], shown.isRunning,
        shown.tries == entry.tries
      else { return }
      programs.launcher.kill(.failureCommand(number))
    }
  }

  /// Tries to show the notification again after its delay, since its owner may have logged in by then.
  private func scheduleNextTry(of entry: OwnerNotices.Entry) {
    loop.after(entry.delay) { [weak self] in self?.showNotice(entry.number) }
  }

  /// Returns whether a notification about the request must still be shown. The request has failed permanently, is
  /// retried after a failure, has waited for long without a success, or has missed a latest date. A success or an
  /// acknowledgement ends each of these states.
  private func needsNotice(_ key: RequestKey) -> Bool {
    let hasFailedPermanently = core.failedRequest(key) != nil
    if hasFailedPermanently { return true }
    guard let progress = core.request(key)?.progress else { return false }
    let isRetried = progress.failures > 0
    // The scheduler notes the time of this notification, and removes it at the next success.
    let hasWaitedForLong = progress.notified != nil
    let hasMissedDate = progress.missed.map { !$0.isAcknowledged } ?? false
    return isRetried || hasWaitedForLong || hasMissedDate
  }
}
