import Bus
import Descriptors
import Glibc
import Scheduling

/// Runs commands as transient units of systemd, and starts existing units. The runs belong to systemd, so they
/// continue when the daemon ends, and the next daemon finds them by name.
package final class UnitLauncher: Launcher {
  package let configuration: Configuration
  let loop: EventLoop
  let manager: UnitManager
  let output: UnitOutput
  let reasons: StopReasons
  let names: UnitNames
  let deliver: (LaunchEvent) -> Void
  var runs = [LaunchID: UnitRun]()
  var endedUnits = EndedUnits()
  private let timers: UnitTimers

  /// Locks the units against other daemons, prepares the directories for runs, and connects to systemd. Starts nothing.
  /// - Parameters:
  ///   - loop: The loop for all calls and events, including this call.
  ///   - deliver: Called with the events.
  /// - Throws: An error if a directory cannot be used, or systemd cannot be reached.
  package init(
    configuration: Configuration, loop: EventLoop, deliver: @escaping (LaunchEvent) -> Void
  ) throws(LaunchError) {
    self.configuration = configuration
    self.loop = loop
    self.deliver = deliver
    let lock = try UnitNames.lock(configuration.lockPath)
    output = try UnitOutput(
      directory: configuration.outputDirectory, isOfUser: configuration.isOfUser, loop: loop)
    output.keeper = configuration.keeperPath.map {
      OutputKeeper(
        program: $0, directory: configuration.outputDirectory,
        limitBytes: configuration.outputLimitBytes)
    }
    // Runs of an earlier daemon are alive and need their files, until `recover`.
    reasons = try StopReasons(directory: configuration.stopReasonDirectory, removesAll: false)
    let error = SmallFile.makeDirectories(configuration.environmentDirectory, mode: 0o700)
    if error != 0 { throw .system("cannot create \(configuration.environmentDirectory)", error) }
    let root: String
    (manager, root) = try Self.connect(isOfUser: configuration.isOfUser, loop)
    names = UnitNames(root: root, slice: configuration.slice, lock: lock)
    timers = UnitTimers(manager)
    manager.followReconnections { [weak self] in self?.didReconnect(isNewConnection: $0) }
  }

  /// Connects to the service manager. Returns it, and the path of its cgroup.
  private static func connect(isOfUser: Bool, _ loop: EventLoop) throws(LaunchError)
    -> (manager: UnitManager, cgroup: String)
  {
    do throws(BusError) {
      let manager = UnitManager(try Bus(isOfUser ? .ofUserManager : .system, loop: loop))
      try subscribe(manager, isOfUser: isOfUser)
      return (manager, try manager.property("ControlGroup")?.text ?? "")
    } catch {
      let (whose, remedy) =
        isOfUser
        ? ("the user's systemd", "Log in, install dbus-user-session,")
        : ("systemd", "Start dbus.service,")
      throw .unavailable(
        "\(whose) cannot be reached over the message bus: \(error). \(remedy) or run rubatod with"
          + " --launcher direct.")
    }
  }

  /// Makes the service manager send signals. A user's bus is started by its first client, and the service manager joins
  /// it a moment later, for which this waits up to five seconds.
  private static func subscribe(_ manager: UnitManager, isOfUser: Bool) throws(BusError) {
    let attemptsBeforeLast = isOfUser ? 50 : 0
    for _ in 0..<attemptsBeforeLast {
      do throws(BusError) {
        return try manager.subscribeAndWait()
      } catch {
        guard error.isServiceAbsent else { throw error }
      }
      // 0.1 s.
      usleep(100_000)
    }
    try manager.subscribeAndWait()
  }

  package var outlivesDaemon: Bool { true }

  package var outputIsInJournal: Bool { !output.keepsFiles }

  /// The controllers of limits that systemd does not delegate to the user's service manager, in order; empty for the
  /// system's.
  package var missingControllers: [String] {
    guard configuration.isOfUser, let present = names.controllers else { return [] }
    return ["cpu", "io", "memory", "pids"].filter { !present.contains($0) }
  }

  /// Orders a transient unit for a command, or the start of an existing unit. Discards the unit of the run's earlier
  /// step before.
  package func launch(_ order: LaunchOrder) throws(LaunchError) {
    loop.assertIsCurrent()
    try removeEarlierStep(of: order)
    if order.step == 0 { output.deleteEarlierOutput(of: order.id) }
    if let unit = order.unit {
      try launchExistingUnit(order, unit)
    } else {
      try launchCommand(order)
    }
  }

  /// Removes the earlier step of the order's run, which has been recorded. Throws if the run has not ended.
  private func removeEarlierStep(of order: LaunchOrder) throws(LaunchError) {
    guard let earlier = runs[order.id] else { return }
    guard case .endDelivered = earlier.stage else {
      throw .invalidOrder("\(order.id.words) is already running.")
    }
    remove(earlier)
  }

  /// Writes the environment into a file and orders the transient unit. Throws if the order is not valid, or systemd
  /// would not pass on one of its variables.
  private func launchCommand(_ order: LaunchOrder) throws(LaunchError) {
    try order.validate()
    if let name = EnvironmentFile.refusedName(in: order.environment) {
      throw .invalidOrder(
        "environment variable \"\(name)\": systemd passes on only names of letters, digits and"
          + " underscores that do not begin with a digit. Submit without it.")
    }
    let name = names.unitName(for: order)
    _ = try EnvironmentFile(
      directory: configuration.environmentDirectory, unit: name.text,
      environment: order.environment(stopReasonPath: reasons.path(of: order.id)))
    let run = UnitRun(order: order, unit: name.text)
    run.cgroup = names.cgroup(of: name)
    runs[order.id] = run
    followChanges(of: run)
    followStartJob(of: run)
    start(run)
  }

  /// Returns the output of a run from an offset, read from the journal; without an offset, the newest output.
  package func readOutput(of id: LaunchID, from offset: Int64?, limitBytes: Int)
    throws(LaunchError) -> RunOutput
  {
    try output.read(of: id, from: offset, limitBytes: limitBytes)
  }

  package func readNewestOutput(of id: LaunchID, limitBytes: Int) throws(LaunchError)
    -> NewestOutput
  {
    try output.readNewest(of: id, limitBytes: limitBytes)
  }

  package var outputRuns: [RunID] { output.runs }

  package func outputBytes(of run: RunID) -> Int64 { output.bytes(of: run) }

  package func followOutput(of runs: Set<RunID>, onNewOutput: @escaping (RunID) -> Void) {
    output.follow(runs, onNewOutput: onNewOutput)
  }

  package func forgetOutput(of id: LaunchID) throws(LaunchError) { try output.forget(id) }

  /// From now on, follows the states of these timers of systemd, and no longer those of earlier calls.
  package func follow(timers names: Set<String>) {
    loop.assertIsCurrent()
    timers.follow(names)
  }

  /// Whether a followed timer would start its unit, by the last report of systemd.
  package func isTimerActive(_ name: String) -> Bool {
    loop.assertIsCurrent()
    return timers.isActive(name)
  }

  /// Called after the bus or the service manager has reconnected. Reads the state of every unit again, since
  /// signals may have been missed.
  ///
  /// - Parameter isNewConnection: Whether references were lost with the last connection. A re-executed service
  ///   manager keeps them.
  private func didReconnect(isNewConnection: Bool) {
    timers.queryAll()
    if isNewConnection { for run in runs.values { run.reference = .none } }
    for run in runs.values.sorted(by: { $0.unit < $1.unit }) { resumeAfterReconnect(run) }
  }

  /// Leaves all runs to systemd.
  package func close() {
    manager.bus.close()
  }
}
