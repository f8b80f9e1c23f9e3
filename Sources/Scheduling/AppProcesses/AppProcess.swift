/// A process that tasks of an app are handed to. It carries any number of runs; each has its own budget,
/// grace and outcome.
package struct AppProcess: Hashable, Codable, Sendable {
  package enum State: Hashable, Codable, Sendable {
    /// It is started as soon as nothing is left of the one before it.
    case waiting
    /// Started; until then it must have said that its launch has finished, unless a user started it.
    case launching(until: AwakeTime?)
    /// It takes tasks.
    case active
    /// Frozen since then, because it has nothing to do.
    case suspended(since: AwakeTime)
    /// Being killed: it takes no tasks any more.
    case ending
  }

  /// What tells a process from a later one of the same number.
  package struct Identity: Hashable, Codable, Sendable {
    package var pid: Int32
    /// When it began, in clock ticks since the boot: field 22 of /proc/PID/stat (proc(5)).
    package var startTicks: UInt64

    package init(pid: Int32, startTicks: UInt64) {
      self.pid = pid
      self.startTicks = startTicks
    }
  }

  /// A number of the runs', which nothing else ever has.
  package var id: RunID
  package var app: AppKey
  /// A user started it, not the daemon: it is never frozen and never killed.
  package var isUsers: Bool
  package var state: State
  package var began: Instant
  /// What has attached as it; nil as long as nothing has.
  package var identity: Identity?
  /// It did not complete a task within its grace, and cannot be killed.
  package var isMistrusted = false

  package init(id: RunID, app: AppKey, isUsers: Bool, state: State, began: Instant) {
    self.id = id
    self.app = app
    self.isUsers = isUsers
    self.state = state
    self.began = began
  }

  /// Whether a task that begins may be handed to it, now or when its launch has finished.
  package var takesTasks: Bool { state != .ending && !isMistrusted }

  /// The state without what belongs to it, as the interface spells it.
  package var stateName: String {
    switch state {
    case .waiting, .launching: "launching"
    case .active: "active"
    case .suspended: "suspended"
    case .ending: "ending"
    }
  }
}
