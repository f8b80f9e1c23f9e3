import Bus
import CLinux
import Descriptors
import Glibc
import Scheduling

/// Runs commands as transient units of systemd, and starts units that are there already. What runs
/// is systemd's, so it goes on when the daemon ends, and the next daemon finds it again by name.
package final class UnitLauncher: Launcher {
  let configuration: Configuration
  let loop: EventLoop
  let manager: UnitManager
  let outputs: OutputStore
  let notes: UnitNotes
  let reasons: StopReasons
  let journal: JournalReader
  let journalFollower: JournalFollower
  let journalSync: JournalSync
  let deliver: (LaunchEvent) -> Void
  var runs = [LaunchID: UnitRun]()
  var timers = [String: Timer]()
  /// Units that are over, and of which systemd has not yet answered that it has forgotten them.
  var discarded = Set<String>()
  /// When this launcher was made, in microseconds since the boot: no other of this boot was then.
  private let instance = rubato_clock_boot() / 1000
  /// The cgroup in which systemd makes those of slices.
  let cgroupRoot: String
  private let lock: OwnedDescriptor
  private var managerReturn: BusMatch?

  /// - Parameters:
  ///   - loop: on which everything is called and delivered; this as well.
  ///   - deliver: takes the events.
  /// - Throws: where a directory cannot be used, or systemd not be reached.
  package init(
    configuration: Configuration, loop: EventLoop, deliver: @escaping (LaunchEvent) -> Void
  ) throws(LaunchError) {
    self.configuration = configuration
    self.loop = loop
    self.deliver = deliver
    lock = try Self.take(configuration.lockPath)
    outputs = try OutputStore(directory: configuration.outputDirectory)
    notes = UnitNotes(directory: configuration.outputDirectory)
    reasons = try StopReasons(directory: configuration.stopReasonDirectory, isSwept: false)
    let error = SmallFile.makeDirectories(configuration.environmentDirectory, mode: 0o700)
    if error != 0 { throw .system("cannot make \(configuration.environmentDirectory)", error) }
    journal = JournalReader(isOfUser: configuration.isOfUser)
    journalFollower = JournalFollower(isOfUser: configuration.isOfUser, loop: loop)
    journalSync = JournalSync(loop: loop)
    let kind: Bus.Kind = configuration.isOfUser ? .user : .system
    (manager, cgroupRoot) = try Self.connect(kind, loop)
    stayConnected()
  }

  private static func take(_ path: String?) throws(LaunchError) -> OwnedDescriptor {
    guard let path else { return OwnedDescriptor(-1) }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      _ = SmallFile.makeDirectories(String(path[..<slash]), mode: 0o755)
    }
    guard let fd = OwnedDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600) else {
      throw .system("cannot open \(path)", errno)
    }
    guard flock(fd.raw, LOCK_EX | LOCK_NB) == 0 else {
      throw .unavailable(
        "Another rubatod runs its commands as units of this systemd (it holds \(path)). Stop it, or"
          + " give this one --launcher direct.")
    }
    return fd
  }

  private static func connect(_ kind: Bus.Kind, _ loop: EventLoop) throws(LaunchError)
    -> (UnitManager, String)
  {
    do throws(BusError) {
      let manager = UnitManager(try Bus(kind, loop: loop))
      try manager.subscribeAndWait()
      return (manager, CgroupTree.hierarchy + (try manager.property("ControlGroup")?.text ?? ""))
    } catch {
      throw .unavailable(
        "systemd cannot be reached over the message bus: \(error). Start dbus.service, or run"
          + " rubatod with --launcher direct.")
    }
  }

  package var outlivesDaemon: Bool { true }

  package func launch(_ order: LaunchOrder) throws(LaunchError) {
    loop.assertIsCurrent()
    try makeRoom(for: order)
    if order.step == 0 { try? outputs.forget(order.id) }
    if let unit = order.unit {
      try launchExisting(order, unit)
    } else {
      try launchCommand(order)
    }
  }

  /// The earlier step of a run has been recorded once the next is ordered.
  private func makeRoom(for order: LaunchOrder) throws(LaunchError) {
    guard let earlier = runs[order.id] else { return }
    guard case .delivered = earlier.stage else {
      throw .invalidOrder("\(order.id.words) is already running.")
    }
    collect(earlier)
  }

  private func launchCommand(_ order: LaunchOrder) throws(LaunchError) {
    try order.validate()
    if let name = EnvironmentFile.refusedName(in: order.environment) {
      throw .invalidOrder(
        "environment variable \"\(name)\": systemd passes on only names of letters, digits and"
          + " underscores that do not begin with a digit. Submit without it.")
    }
    let name = unitName(of: order)
    _ = try EnvironmentFile(
      directory: configuration.environmentDirectory, unit: name,
      environment: order.environment(stopReasonPath: reasons.path(of: order.id)))
    let run = UnitRun(order: order, name: name)
    run.cgroup = cgroup(ofRun: name)
    runs[order.id] = run
    follow(run)
    followStart(of: run)
    start(run)
  }

  /// What is not recorded is numbered anew by each daemon, and one of the last daemon's may still be
  /// stopping: its name must not be given a second time.
  private func unitName(of order: LaunchOrder) -> UnitName {
    UnitName(order.id.isRecorded ? order.id : order.id.moved(by: instance), step: order.step)
  }

  func cgroup(ofRun name: UnitName) -> Cgroup {
    Cgroup(path: "\(cgroupRoot)/\(configuration.slice)/\(name.text)")
  }

  package func readOutput(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(LaunchError)
    -> RunOutput
  {
    let starts = notes.starts(of: id)
    guard !starts.isEmpty else {
      // Of another launcher, in the time before.
      return try outputs.read(of: id, from: offset, limitBytes: limitBytes)
    }
    journalSync.wait(timeoutMilliseconds: 300)
    return try journal.read(of: id, starts, from: offset, limitBytes: limitBytes)
  }

  package var outputRuns: [RunID] { outputs.runs() }

  package func outputBytes(of run: RunID) -> Int64 { outputs.bytes(of: .run(run)) }

  package func followOutput(of runs: Set<RunID>, news: @escaping (RunID) -> Void) {
    let starts = runs.map { ($0, notes.starts(of: .run($0))) }
    journalFollower.follow(Dictionary(uniqueKeysWithValues: starts), news: news)
  }

  /// The journal keeps what it has, and drops it by its own rules; here it is only forgotten where
  /// to look.
  package func forgetOutput(of id: LaunchID) throws(LaunchError) {
    journal.forget(id)
    try outputs.forget(id)
  }

  /// Leaves all runs to systemd.
  package func close() {
    manager.bus.close()
  }

  private func stayConnected() {
    _ = manager.bus.follow { [weak self] isConnected in
      if isConnected { self?.comeBack(isNewConnection: true) }
    }
    managerReturn = manager.followReturn { [weak self] in self?.comeBack(isNewConnection: false) }
  }
}
