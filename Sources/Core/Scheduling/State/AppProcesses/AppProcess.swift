/// A process that receives tasks of an app. It has any number of runs; each has its own budget, grace and outcome.
package struct AppProcess: Hashable, Codable, Sendable {
  package enum State: Hashable, Codable, Sendable {
    /// Waiting: it is started as soon as no earlier process is left.
    case waiting
    /// Started; it must report the end of its launch until then, unless a user started it.
    case launching(until: AwakeTime?)
    /// Accepting tasks.
    case active
    /// Accepting tasks, without one since then. It is suspended after the time for an app's work after its task.
    case idle(since: AwakeTime)
    /// Frozen since then, because it has no work.
    case suspended(since: AwakeTime)
    /// Being killed: it accepts no more tasks.
    case ending
  }

  /// Distinguishes a process from a later one with the same number.
  package struct Identity: Hashable, Codable, Sendable {
    package var pid: Int32
    /// When the process began, in clock ticks since the boot: field 22 of /proc/PID/stat (proc(5)).
    package var startTicks: UInt64

    package init(pid: Int32, startTicks: UInt64) {
      self.pid = pid
      self.startTicks = startTicks
    }
  }

  /// The times of the parts of its launch, from its beginning; `nil` if a part is not complete.
  package struct Launch: Hashable, Codable, Sendable {
    /// Until the process existed.
    package var started: Duration?
    /// Until the process had attached.
    package var attached: Duration?
    /// Until the process had registered its handlers.
    package var finished: Duration?
    /// Until the process had received its first task.
    package var handed: Duration?

    package init() {}
  }

  /// A number of the runs' sequence, unique among runs and processes.
  package var id: RunID
  package var app: AppKey
  /// Whether a user, and not the daemon, started it: it is never frozen and never killed.
  package var isUsers: Bool
  package var state: State
  package var began: Instant
  /// The attached process; `nil` if none has attached.
  package var identity: Identity?
  /// Whether the process did not complete a task within its grace, and cannot be killed.
  package var isMistrusted = false
  /// Whether a debugger has held it: its work has no time limit, and nothing is learned from it.
  package var isDebugged = false
  package var launch = Launch()
  /// The files that no other process can lock while it is suspended.
  package var locks: [String] = []

  package init(id: RunID, app: AppKey, isUsers: Bool, state: State, began: Instant) {
    self.id = id
    self.app = app
    self.isUsers = isUsers
    self.state = state
    self.began = began
  }

  /// Whether a new task may be delivered to it, now or when its launch has finished.
  package var acceptsTasks: Bool { state != .ending && !isMistrusted }

  /// Returns whether a new daemon recovers this process before `other`: waiting processes come first, then the older
  /// ones. `Scheduler.begin` has the reason.
  func isRecovered(before other: AppProcess) -> Bool {
    let (isWaiting, otherIsWaiting) = (state == .waiting, other.state == .waiting)
    return isWaiting == otherIsWaiting ? id < other.id : isWaiting
  }

  /// Whether the process has no task, and is not needed before the next one. It can be ended if memory is short.
  var isSpare: Bool {
    switch state {
    case .idle, .suspended: true
    case .waiting, .launching, .active, .ending: false
    }
  }

  /// The name of the state in the interface, without associated values.
  package var stateName: String {
    switch state {
    case .waiting, .launching: "launching"
    case .active, .idle: "active"
    case .suspended: "suspended"
    case .ending: "ending"
    }
  }
}

extension AppProcess {
  /// The text for people about the step that is missing in a launch that took too long.
  var slowLaunchText: String {
    identity == nil
      ? "the app did not attach, which it does at its first use of BGTaskScheduler.shared"
      : "the app attached, but its launch did not finish: its main queue never ran; it runs"
        + " in dispatchMain(), RunLoop.main.run(), or the first await of an async main; with AppLifecycle, when"
        + " application(_:didFinishLaunchingWithOptions:) returns"
  }
}

extension AppProcess {
  /// Decodes a process of a recording; fields that older versions did not write have their defaults.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(RunID.self, forKey: .id)
    app = try values.decode(AppKey.self, forKey: .app)
    isUsers = try values.decode(Bool.self, forKey: .isUsers)
    state = try values.decode(State.self, forKey: .state)
    began = try values.decode(Instant.self, forKey: .began)
    identity = try values.decodeIfPresent(Identity.self, forKey: .identity)
    isMistrusted = try values.decode(Bool.self, forKey: .isMistrusted)
    isDebugged = try values.decodeIfPresent(Bool.self, forKey: .isDebugged) ?? false
    launch = try values.decodeIfPresent(Launch.self, forKey: .launch) ?? Launch()
    locks = try values.decodeIfPresent([String].self, forKey: .locks) ?? []
  }
}
