/// A change for which a request waits to be run.
package struct NotedChange: Hashable, Codable, Sendable {
  /// The changed paths and keys, each once, in the order in which they were noted.
  package var pathsAndKeys: [ExactString]
  package var first: WallTime
  /// The approximate time of the last change; changes close together are not distinguished.
  package var last: WallTime
  /// The least time between two runs that the reporting program asks for; `nil` if there is none.
  package var atMost: Duration?

  /// The names in recordings.
  private enum CodingKeys: String, CodingKey {
    case pathsAndKeys = "what"
    case first, last, atMost
  }

  package init(
    pathsAndKeys: [ExactString], first: WallTime, last: WallTime, atMost: Duration? = nil
  ) {
    (self.pathsAndKeys, self.first, self.last, self.atMost) = (pathsAndKeys, first, last, atMost)
  }
}

/// The last known state of a path. If the state differs later, the path has changed meanwhile.
package struct PathStamp: Hashable, Codable, Sendable {
  package var path: ExactString
  package var text: String

  package init(path: ExactString, text: String) {
    (self.path, self.text) = (path, text)
  }
}

/// The progress of a request that waits for changes.
///
/// A change is `noted` until a run begins. It is `begun` until a run has succeeded or the request has given up. No
/// change is lost if the run or the daemon fails. A change during a run is noted for the next.
package struct ChangeProgress: Hashable, Codable, Sendable {
  /// The time before which no run begins.
  package var earliest: WallTime
  /// The time from a change to its latest date; `nil` if there is no latest date.
  package var latestAfter: Duration?
  package var noted: NotedChange?
  package var begun: NotedChange?
  /// The start of the last run for a change; `nil` if there was none.
  package var woken: WallTime?
  /// The stamps of the known paths, each once.
  package var stamps: [PathStamp] = []
  /// Wakes of an app in a row that it has not completed; `nil` if there are none, also in data of older versions.
  package var unanswered: Int?

  package init(earliest: WallTime, latestAfter: Duration?) {
    self.earliest = earliest
    self.latestAfter = latestAfter
  }

  /// Whether no run is due: no change is noted or begun.
  package var isUnchanged: Bool { noted == nil && begun == nil }

  /// The time of the first change that is not completely handled; `nil` if there is none.
  var first: WallTime? { begun?.first ?? noted?.first }

  /// Whether that change was after `moment`, or there is none.
  func isUnchanged(at moment: WallTime) -> Bool { first.map { moment < $0 } ?? true }

  /// Returns the last known state of `path`; `nil` if it is unknown.
  func stamp(of path: ExactString) -> String? {
    stamps.first { $0.path == path }?.text
  }

  /// Stores `stamp` as the last known state of `path`, in place of an earlier one.
  mutating func set(stamp: String, of path: ExactString) {
    if let index = stamps.firstIndex(where: { $0.path == path }) {
      stamps[index].text = stamp
    } else {
      stamps.append(PathStamp(path: path, text: stamp))
    }
  }
}

extension Request {
  /// Whether the request waits for changes.
  package var isObserver: Bool { !terms.needs.changes.isEmpty }

  /// Whether the request waits for changes and has none to run for.
  var awaitsChange: Bool { isObserver && progress.changes?.isUnchanged != false }

  /// Whether the request waits again after its next run: it waits for changes, it follows a request that repeats, or it
  /// repeats and this is not the last date of its calendar. A request in place of a systemd timer also stays after its
  /// last date, until a user releases the timer.
  package var isStanding: Bool {
    isObserver || progress.predecessors?.repeating.isEmpty == false
      || period.map { terms.timer != nil || !$0.isLast } ?? false
  }

  /// Makes a new request wait for its first change. From then on its latest date is counted from each change, so that
  /// it has none before. Does nothing if the request watches nothing.
  mutating func awaitChanges() {
    guard isObserver else { return }
    progress.changes = ChangeProgress(
      earliest: window.opens, latestAfter: window.latest.map { $0 - window.opens })
    window.latest = nil
  }

  /// Records the change of a watched path or key at `now`, and moves the window for it. Returns whether the record
  /// changed; a repeated change may add nothing to it.
  ///
  /// - Parameter atMost: The least time between two runs that the report asks for; `nil` if there is none.
  mutating func noteChange(of pathOrKey: ExactString, atMost: Duration?, at now: WallTime) -> Bool {
    if progress.changes == nil {
      progress.changes = ChangeProgress(earliest: window.opens, latestAfter: nil)
    }
    guard var noted = progress.changes?.noted else {
      progress.changes?.noted = NotedChange(
        pathsAndKeys: [pathOrKey], first: now, last: now, atMost: atMost)
      openWindow()
      return true
    }
    let notedBefore = noted
    // While the run is still put off, a later change puts it off further. A few records in each delay are enough.
    if let delays = terms.needs.changes.delays(after: noted.pathsAndKeys), now < window.opens,
      now - noted.last >= ChangeTrigger.interval(within: delays.update)
    {
      noted.last = now
    }
    if !noted.pathsAndKeys.contains(pathOrKey) { noted.pathsAndKeys.append(pathOrKey) }
    // Of several reports, the report that allows the earliest next run applies.
    if let notedAtMost = noted.atMost, notedAtMost > (atMost ?? .zero) { noted.atMost = atMost }
    guard noted != notedBefore else { return false }
    progress.changes?.noted = noted
    openWindow()
    // If a report asks for an earlier wake, the window moves back, and its latest date may already have passed. The
    // request is not dropped for that: its window opens now.
    if progress.changes?.begun == nil, window.isDropped(at: now) {
      window.opens = now
      window.latest = progress.changes?.latestAfter.map { now + $0 }
    }
    return true
  }

  /// Sets the window for the noted change: it opens when a run for it may begin, and its latest date is counted from
  /// there. While an earlier change is begun, its window stays.
  mutating func openWindow() {
    guard let changes = progress.changes, changes.begun == nil, let noted = changes.noted else {
      return
    }
    window.opens = max(changes.earliest, terms.needs.changes.due(noted, woken: changes.woken))
    window.latest = changes.latestAfter.map { window.opens + $0 }
  }

  /// Moves the noted changes to the begun ones, for a run that starts at `now`. Does nothing if no change is left to
  /// run for.
  ///
  /// - Parameter stamps: The present states of the watched paths.
  mutating func beginRunForChanges(_ stamps: [PathStamp], at now: WallTime) {
    guard var changes = progress.changes, !changes.isUnchanged else { return }
    for stamp in stamps { changes.set(stamp: stamp.text, of: stamp.path) }
    // The begun changes of a failed run are not handled yet, so the noted ones are added to them.
    changes.begun = changes.begun.map { $0.joined(changes.noted) } ?? changes.noted
    changes.noted = nil
    changes.woken = now
    progress.changes = changes
  }

  /// Returns the request after it is done with its begun changes: without a delay or retries, waiting for the next
  /// change or for changes noted during the run. Returns a request that watches nothing unchanged.
  ///
  /// - Parameter forgets: Whether noted changes are also dropped.
  func awaitingNextChange(forgets: Bool = false) -> Request {
    guard isObserver else { return self }
    var waiting = withAllTries
    waiting.progress.changes?.begun = nil
    if forgets { waiting.progress.changes?.noted = nil }
    waiting.window.opens = progress.changes?.earliest ?? window.opens
    waiting.window.latest = nil
    waiting.openWindow()
    return waiting
  }

  /// Returns the request after the latest date of its changes, which it no longer runs for. Changes noted since its
  /// last run began stay, with a latest date of their own, unless that has also passed.
  func givingUpChanges(at now: WallTime) -> Request {
    // If no run has begun for them, the noted changes are the ones whose latest date has passed.
    let next = awaitingNextChange(forgets: progress.changes?.begun == nil)
    return next.window.isOverdue(at: now) ? awaitingNextChange(forgets: true) : next
  }

  /// Copies the known changes of the watched paths and keys from `old`, which this request replaces, and keeps their
  /// latest date. A later earliest date is followed exactly. A submission is not dropped immediately; a change of the
  /// request can be.
  mutating func copyChanges(of old: Request?, isAmended: Bool, at now: WallTime) {
    guard isObserver, let old, let known = old.progress.changes else { return }
    let watched = terms.needs.changes.watched
    progress.changes?.noted = known.noted?.limited(to: watched)
    progress.changes?.begun = known.begun?.limited(to: watched)
    progress.changes?.woken = known.woken
    progress.changes?.unanswered = known.unanswered
    progress.changes?.stamps = known.stamps.filter { watched.contains($0.path) }
    if let changes = progress.changes, !changes.isUnchanged, changes.earliest <= now {
      progress.changes?.earliest = min(changes.earliest, known.earliest)
      window.opens = min(window.opens, old.window.opens)
    }
    if progress.changes?.begun != nil {
      // A run for these changes has begun before. The next one can start from the earliest date of this request on.
      window.latest = progress.changes?.latestAfter.map { window.opens + $0 }
    } else {
      openWindow()
    }
    if !isAmended, window.isDropped(at: now) {
      window.opens = now
      window.latest = progress.changes?.latestAfter.map { now + $0 }
    }
  }
}

extension ChangeTrigger {
  /// Returns the time at which the changes of `progress` open a window: those of the present or last run, otherwise the
  /// noted ones; without any, the earliest date.
  func opening(by progress: ChangeProgress) -> WallTime {
    guard let change = progress.begun ?? progress.noted else { return progress.earliest }
    return max(progress.earliest, due(change, woken: progress.woken))
  }

  /// Returns the time from which a run for `noted` may begin: after the delays of updates, and after the least time
  /// since the last run.
  ///
  /// - Parameter woken: The start of the last run for a change; `nil` if there was none.
  fileprivate func due(_ noted: NotedChange, woken: WallTime?) -> WallTime {
    var due = noted.first
    if let delays = delays(after: noted.pathsAndKeys) {
      due = min(noted.last + delays.update, noted.first + delays.longest)
    }
    let leastTimeBetweenRuns = max(atMost ?? .zero, noted.atMost ?? .zero)
    guard let woken else { return due }
    return max(due, woken + leastTimeBetweenRuns)
  }
}

extension NotedChange {
  /// Returns this change with the paths and keys of `other`, and the later one of both last times; itself if `other` is
  /// `nil`.
  fileprivate func joined(_ other: NotedChange?) -> NotedChange {
    guard let other else { return self }
    var joined = self
    joined.pathsAndKeys += other.pathsAndKeys.filter { !pathsAndKeys.contains($0) }
    joined.last = max(last, other.last)
    return joined
  }

  /// Returns the watched part of it; `nil` if that is empty.
  fileprivate func limited(to watched: [ExactString]) -> NotedChange? {
    var limited = self
    limited.pathsAndKeys = pathsAndKeys.filter(watched.contains)
    return limited.pathsAndKeys.isEmpty ? nil : limited
  }
}
