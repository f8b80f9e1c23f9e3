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
    /// The same, without a task since then: it is suspended when it has had time for what an app does after its task.
    case idle(since: AwakeTime)
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

  /// How long after its beginning each part of its launch was over; nil as long as it is not.
  package struct Launch: Hashable, Codable, Sendable {
    /// The process was there.
    package var started: Duration?
    /// It had attached.
    package var attached: Duration?
    /// It had registered its handlers.
    package var finished: Duration?
    /// It had been handed its first task.
    package var handed: Duration?

    package init() {}
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
  /// A debugger has held it: nothing that it does is bounded in time, and nothing is learned of it.
  package var isDebugged = false
  package var launch = Launch()
  /// The files that nobody else can lock while it is suspended.
  package var locks: [String] = []

  package init(id: RunID, app: AppKey, isUsers: Bool, state: State, began: Instant) {
    self.id = id
    self.app = app
    self.isUsers = isUsers
    self.state = state
    self.began = began
  }

  /// Whether a task that begins may be handed to it, now or when its launch has finished.
  package var takesTasks: Bool { state != .ending && !isMistrusted }

  func isTakenUp(before other: AppProcess) -> Bool {
    (state == .waiting) == (other.state == .waiting) ? id < other.id : state == .waiting
  }

  /// It has no task, and need not be there before it gets one.
  var isSpare: Bool {
    switch state {
    case .idle, .suspended: true
    case .waiting, .launching, .active, .ending: false
    }
  }

  /// The state without what belongs to it, as the interface spells it.
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
  /// What it has not done in the time for a launch, for people.
  var slowLaunch: String {
    identity == nil
      ? "the app had not attached, which it does when it first uses BGTaskScheduler.shared"
      : "the app had attached, and its main queue had not turned since, with which its launch finishes:"
        + " in dispatchMain(), RunLoop.main.run(), or the first await of an async main; with AppLifecycle, when"
        + " application(_:didFinishLaunchingWithOptions:) returns"
  }
}

extension AppProcess {
  /// As recordings hold it: what older versions did not write has not happened.
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
