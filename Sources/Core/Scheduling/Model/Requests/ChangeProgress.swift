/// A change that a request waits to be run for.
package struct NotedChange: Hashable, Codable, Sendable {
  /// What has changed, each once, in the order in which it was noted.
  package var what: [ExactString]
  package var first: WallTime
  /// About when the last was: what comes close behind another is not told apart.
  package var last: WallTime
  /// The least time between two runs for which whoever told of it asks; nil is none.
  package var atMost: Duration?

  package init(what: [ExactString], first: WallTime, last: WallTime, atMost: Duration? = nil) {
    (self.what, self.first, self.last, self.atMost) = (what, first, last, atMost)
  }
}

/// How a path looked when it was last seen: where it looks otherwise later, it has changed meanwhile.
package struct PathStamp: Hashable, Codable, Sendable {
  package var path: ExactString
  package var text: String

  package init(path: ExactString, text: String) {
    (self.path, self.text) = (path, text)
  }
}

/// How far a request has come that waits for changes.
///
/// A change is `noted` until a run begins, and then `begun` until one has succeeded, or the request has given up. So
/// none is lost, whatever becomes of the run and of the daemon; what changes during a run is noted for the next.
package struct ChangeProgress: Hashable, Codable, Sendable {
  /// Before then no run begins.
  package var earliest: WallTime
  /// How long after a change is its latest date; nil is never.
  package var latestAfter: Duration?
  package var noted: NotedChange?
  package var begun: NotedChange?
  /// When the last run for a change began.
  package var woken: WallTime?
  /// Of each path that was seen, each once.
  package var stamps: [PathStamp] = []
  /// Wakes of an app in a row that it has not completed; nil for none, as in what older versions wrote.
  package var unanswered: Int?

  package init(earliest: WallTime, latestAfter: Duration?) {
    self.earliest = earliest
    self.latestAfter = latestAfter
  }

  /// Nothing has changed that it has not been run for.
  package var isUnchanged: Bool { noted == nil && begun == nil }

  /// When the first change was that it is to be run for, or is run for.
  var first: WallTime? { begun?.first ?? noted?.first }

  /// Whether nothing of that had changed at `moment`.
  func isUnchanged(at moment: WallTime) -> Bool { first.map { moment < $0 } ?? true }

  func stamp(of path: ExactString) -> String? {
    stamps.first { $0.path == path }?.text
  }

  mutating func set(stamp: String, of path: ExactString) {
    if let index = stamps.firstIndex(where: { $0.path == path }) {
      stamps[index].text = stamp
    } else {
      stamps.append(PathStamp(path: path, text: stamp))
    }
  }
}

extension Request {
  /// Whether it waits for changes.
  package var isObserver: Bool { !terms.needs.changes.isEmpty }

  /// Whether nothing has changed that it has not been run for.
  var awaitsChange: Bool { isObserver && progress.changes?.isUnchanged != false }

  /// Whether it comes back after each run.
  package var isStanding: Bool { period != nil || isObserver }

  /// Begins to wait: its latest date is counted from each change.
  mutating func awaitChanges() {
    guard isObserver else { return }
    progress.changes = ChangeProgress(
      earliest: window.opens, latestAfter: window.latest.map { $0 - window.opens })
    window.latest = nil
  }

  /// Notes that `what` has changed. Returns whether that is news: what was noted already is none.
  mutating func note(_ what: ExactString, atMost: Duration?, at now: WallTime) -> Bool {
    if progress.changes == nil {
      progress.changes = ChangeProgress(earliest: window.opens, latestAfter: nil)
    }
    guard var noted = progress.changes?.noted else {
      progress.changes?.noted = NotedChange(what: [what], first: now, last: now, atMost: atMost)
      openWindow()
      return true
    }
    var isNews = false
    // Of those that put the run off a few of each delay are enough.
    if let delays = terms.needs.changes.delays(after: noted.what), now < window.opens,
      now - noted.last >= ChangeTrigger.interval(within: delays.update)
    {
      noted.last = now
      isNews = true
    }
    if !noted.what.contains(what) {
      noted.what.append(what)
      isNews = true
    }
    if let floor = noted.atMost, floor > atMost ?? .zero {
      noted.atMost = atMost
      isNews = true
    }
    guard isNews else { return false }
    progress.changes?.noted = noted
    openWindow()
    // Where somebody asks for a wake sooner the window moves back: it is not over with that.
    if progress.changes?.begun == nil, window.isDropped(at: now) {
      window.opens = now
      window.latest = progress.changes?.latestAfter.map { now + $0 }
    }
    return true
  }

  /// Gives it the window of what is noted; while it still is to be run for an earlier change it keeps that one's.
  mutating func openWindow() {
    guard let changes = progress.changes, changes.begun == nil, let noted = changes.noted else {
      return
    }
    window.opens = max(changes.earliest, terms.needs.changes.due(noted, woken: changes.woken))
    window.latest = changes.latestAfter.map { window.opens + $0 }
  }

  /// A run begins, for all that has changed until now.
  ///
  /// - Parameter stamps: How what it watches looks.
  mutating func beginRunForChanges(_ stamps: [PathStamp], at now: WallTime) {
    guard var changes = progress.changes, !changes.isUnchanged else { return }
    for stamp in stamps { changes.set(stamp: stamp.text, of: stamp.path) }
    changes.begun = changes.begun.map { $0.joined(changes.noted) } ?? changes.noted
    changes.noted = nil
    changes.woken = now
    progress.changes = changes
  }

  /// As it waits for the next change, or for what changed meanwhile.
  ///
  /// - Parameter forgets: What is noted is dropped as well.
  func awaitingNextChange(forgets: Bool = false) -> Request {
    guard isObserver else { return self }
    var waiting = cleared
    waiting.progress.attempts = 0
    waiting.progress.postponements = 0
    if progress.missed?.isAcknowledged == true { waiting.progress.missed = nil }
    waiting.progress.changes?.begun = nil
    if forgets { waiting.progress.changes?.noted = nil }
    waiting.window.opens = progress.changes?.earliest ?? window.opens
    waiting.window.latest = nil
    waiting.openWindow()
    return waiting
  }

  /// As its latest date has passed: what changed since its last run began has a latest date of its own.
  func givingUpChanges(at now: WallTime) -> Request {
    let next = awaitingNextChange(forgets: progress.changes?.begun == nil)
    return next.window.isOverdue(at: now) ? awaitingNextChange(forgets: true) : next
  }

  /// What is known already of what it watches, where another submission takes the place of `old`.
  mutating func takeChanges(of old: Request?) {
    guard isObserver, let known = old?.progress.changes else { return }
    let watched = terms.needs.changes.watched
    progress.changes?.noted = known.noted?.limited(to: watched)
    progress.changes?.begun = known.begun?.limited(to: watched)
    progress.changes?.woken = known.woken
    progress.changes?.unanswered = known.unanswered
    progress.changes?.stamps = known.stamps.filter { watched.contains($0.path) }
    if progress.changes?.begun != nil {
      window.latest = progress.changes?.latestAfter.map { window.opens + $0 }
    } else {
      openWindow()
    }
  }
}

extension ChangeTrigger {
  /// When a run may begin for `noted`.
  fileprivate func due(_ noted: NotedChange, woken: WallTime?) -> WallTime {
    var due = noted.first
    if let delays = delays(after: noted.what) {
      due = min(noted.last + delays.update, noted.first + delays.longest)
    }
    let least = max(atMost ?? .zero, noted.atMost ?? .zero)
    return max(due, woken.map { $0 + least } ?? due)
  }
}

extension NotedChange {
  fileprivate func joined(_ other: NotedChange?) -> NotedChange {
    guard let other else { return self }
    var joined = self
    joined.what += other.what.filter { !what.contains($0) }
    joined.last = max(last, other.last)
    return joined
  }

  /// As much of it as somebody watches; nil where that is nothing.
  fileprivate func limited(to watched: [ExactString]) -> NotedChange? {
    var limited = self
    limited.what = what.filter(watched.contains)
    return limited.what.isEmpty ? nil : limited
  }
}
