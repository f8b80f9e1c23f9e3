import CLinux
import Control
import Descriptors
import Devices
import Glibc
import Launch
import Logging
import Scheduling
import Stepping
import Store
import Varlink
import VarlinkServer

/// The daemon. It opens its resources in order, serves until it receives a stop signal, and closes them in reverse.
package final class Daemon {
  /// The loop of the thread that runs the daemon.
  let loop = EventLoop()
  let options: Options
  let daemonPaths: DaemonPaths
  let logger: Logger
  /// The settings, and their source.
  let policy: PolicyInForce
  let serviceManager: ServiceManager
  /// The sockets that systemd passed.
  private(set) var passedSockets = PassedSockets()
  /// The reason why runs are children of a user's daemon; `nil` if they are as wanted.
  var launcherWarning: String?
  private let wrapStore: (any Store) -> any Store
  /// Number of reloads requested since the last reload finished.
  private var requestedReloads = 0

  /// Prepares a daemon: its paths, its logger and its settings. Throws if an option is not allowed.
  ///
  /// - Parameter wrapStore: Wraps the database for the engine; tests use it to inject faults.
  package init(
    _ options: Options, wrapStore: @escaping (any Store) -> any Store = { $0 }
  ) throws(DaemonError) {
    self.options = options
    self.wrapStore = wrapStore
    try options.checkSources()
    daemonPaths = try DaemonPaths(options)
    serviceManager = ServiceManager(isUser: options.isUser)
    logger = Systemd.logger(options.logLevel)
    policy = PolicyInForce(options, daemonPaths)
  }

  /// Starts the daemon and serves calls until a stop signal ends the process. Throws an error that prevents the start.
  package func run() throws(DaemonError) -> Never {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    // Before the first thread, so that all threads inherit the mask and only the loop receives these signals.
    var signals = StopSignals()
    passedSockets = try PassedSockets.receive()
    // A socket that systemd passed stays after the daemon, so waiting clients need the mark.
    let stoppedFile = passedSockets.listener.map { _ in StoppedFile(daemonPaths, options, logger) }
    stoppedFile?.remove()

    try daemonPaths.createDirectories()
    let database = try openDatabase()
    let store = wrapStore(database)
    let tasks = TaskSource(directories: daemonPaths.tasks, isUser: options.isUser)
    let engine = try makeEngine(store, tasks)
    engine.tasks.reloadCommand = serviceManager.reload
    engine.tasks.commands = daemonPaths.commands
    commitTaskFiles(tasks, engine)

    let notices = database.notices.map { daemonPaths.commands.completed($0.description) }
    let server = try makeServer(engine, notices)
    logPolicy()
    logger.info("Serving \(daemonPaths.socket), state directory \(daemonPaths.state)")
    reportPolicy(policy, engine)
    Systemd.notify("READY=1")
    if options.simulates { announceReadiness() }

    signals.watch(on: loop) { [self] in
      drain(engine, server, stoppedFile)
    } onReload: { [self] in
      reload(tasks, engine)
    }
    loop.run { false }
    preconditionFailure("the loop has ended")
  }

  /// Returns the last part of the status in `systemctl status`: the number of failed requests; empty if there are none.
  ///
  /// - Parameter commands: The commands that reach this daemon.
  static func failureText(_ count: Int, _ commands: AdvisedCommands) -> String {
    if count == 0 { return "" }
    let requests = count == 1 ? "1 request has" : "\(count) requests have"
    return commands.completed("; \(requests) failed: `rubatoctl list --failed`")
  }

  /// Reads the task files. Runs the loop, and returns after the commit of the declared requests.
  private func commitTaskFiles(_ tasks: TaskSource, _ engine: Engine) {
    var isCommitted = false
    engine.declare(tasks.read(at: engine.now.wall)) { isCommitted = true }
    loop.run { isCommitted }
  }

  /// Reads the task files and the policy file again. If further reloads are requested meanwhile, reads them once more
  /// afterwards, since they may have changed again.
  private func reload(_ tasks: TaskSource, _ engine: Engine) {
    requestedReloads += 1
    // If a reload is in progress, it reads the files again when it has finished.
    guard requestedReloads == 1 else { return }
    Systemd.notifyReloading()
    engine.declare(tasks.read(at: engine.now.wall)) { [self] in
      rereadPolicy(engine)
      logger.info("Read the task files and the policy file again")
      Systemd.notify("READY=1")
      let mustReadAgain = requestedReloads > 1
      requestedReloads = 0
      if mustReadAgain { reload(tasks, engine) }
    }
  }

  /// Announces the socket, for a program that starts a simulation and waits for it.
  private func announceReadiness() {
    let line = Array("Listening on \(daemonPaths.socket)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
  }

  /// Opens the database in the state directory, with the history limits of the policy. Problems that the store reports
  /// are logged as critical.
  private func openDatabase() throws(DaemonError) -> SQLiteStore {
    do throws(StoreError) {
      let (logger, commands) = (logger, daemonPaths.commands)
      let settings = policy.settings
      let limits = HistoryLimits(runsPerKey: settings.historyRuns, age: settings.history)
      return try SQLiteStore(path: daemonPaths.database, limits: limits) {
        logger.critical("\(commands.completed($0.description))")
      }
    } catch {
      throw DaemonError("\(error)")
    }
  }

  /// Loads the stored state, finds the runs of the last daemon, and returns the started engine. Requests whose task
  /// files no longer exist are removed before they can start.
  private func makeEngine(
    _ store: any Store, _ tasks: TaskSource
  ) throws(DaemonError) -> Engine {
    let bootID = options.simulates ? Self.simulatedBoot : Systemd.bootID()
    var snapshot = try load(store)
    try checkClock(of: snapshot)
    let clock = try makeClock(snapshot)
    let undeclared = snapshot.removeUndeclared(tasks.read(at: clock.now.wall))
    // Events that arrive before the engine exists wait in the inbox for the first step.
    let inbox = Inbox()
    let events = LaunchEvents(inbox)
    let launcher = try makeLauncher(events, snapshot)
    let machine = makeMachine(inbox, launcher)

    var beginning = InitialState(snapshot, settings: policy.settings, bootID: bootID)
    beginning.zoneSeconds = LocalZone().secondsFromUTC(at: clock.now.wall)
    beginning.found = try recover(snapshot, launcher)
    beginning.undeclared = undeclared
    beginning.failureCommands = try loadFailureCommands(store)
    beginning.measured = machine?.start()

    let stepper = Stepper(
      beginning, store: store, inbox: inbox, at: clock.now,
      observer: try makeRecordingObserver())
    let engine = try Engine(
      stepper, clock: clock,
      programs: EnginePrograms(
        launcher, socket: daemonPaths.absoluteSocket, observer: daemonPaths.observer,
        notifier: daemonPaths.notifier, notifiesByDefault: !daemonPaths.hasOwnPaths,
        tokens: try LaunchTokens(directory: daemonPaths.launches, of: snapshot.processes)),
      machine: machine, loop: loop, logger: logger)
    events.engine = engine
    // Only a service of the user's systemd is stopped with it.
    if options.isUser, !options.simulates, Systemd.ownUnit(isOfUser: true) != nil {
      engine.lingering = Lingering(stateDirectory: daemonPaths.state)
    }
    engine.start()
    return engine
  }

  /// Loads the stored state; an error of the store becomes a `DaemonError`.
  private func load(_ store: any Store) throws(DaemonError) -> Snapshot {
    do throws(StoreError) {
      return try store.load()
    } catch {
      throw DaemonError("\(error)")
    }
  }

  /// Loads the failure commands that the last daemon did not start; an error of the store becomes a `DaemonError`.
  private func loadFailureCommands(_ store: any Store) throws(DaemonError) -> [FailureCommand] {
    do throws(StoreError) {
      return try store.failureCommands()
    } catch {
      throw DaemonError("\(error)")
    }
  }

  /// The value in place of a boot's identifier.
  private static let simulatedBoot = "simulated"

  /// Throws if the stored state is of a daemon with the other kind of clock. A virtual clock would run the requests of
  /// a real daemon too early, and vice versa.
  private func checkClock(of snapshot: Snapshot) throws(DaemonError) {
    // A new state directory fits both clocks.
    guard let bootID = snapshot.bootID else { return }
    let isStateOfSimulation = bootID == Self.simulatedBoot
    guard isStateOfSimulation != options.simulates else { return }
    throw DaemonError(
      options.simulates
        ? "\(daemonPaths.state) is the state directory of a daemon without --simulate; a virtual"
          + " clock would run its requests early; choose another with --state-directory"
        : "\(daemonPaths.state) is the state directory of a daemon with --simulate, whose times are not"
          + " real; choose another with --state-directory, or add --simulate")
  }

  /// Returns the system's clock, or a virtual one that continues at the stored time or at `--start`. Throws if
  /// `--start` is before the stored time or after the end of the clock.
  private func makeClock(_ snapshot: Snapshot) throws(DaemonError) -> EngineClock {
    guard options.simulates else { return .system }
    var start = snapshot.lastCommit ?? EngineClock.simulationStart
    if let text = options.start {
      start.wall = try Self.parseStart(text)
      guard start.wall <= VirtualClock.end else {
        throw DaemonError(
          "--start '\(text)' is not allowed; allowed: up to \(UniversalTime.text(VirtualClock.end))"
        )
      }
      if let last = snapshot.lastCommit, start.wall < last.wall {
        throw DaemonError(
          "--start \(text) is before the latest time recorded in this state directory,"
            + " \(UniversalTime.text(last.wall)); leave out --start, or use a new directory")
      }
    }
    return .simulated(VirtualClock(at: start, real: EngineClock.real))
  }

  /// Parses the value of `--start` in the system's time zone, relative to the system's clock. Throws if it is not a
  /// time.
  private static func parseStart(_ text: String) throws(DaemonError) -> WallTime {
    let now = EngineClock.systemNow.wall
    do throws(Refusal) {
      return try TimeNotation.parse(text, field: "--start", now: now, zone: LocalZone())
        .resolved(from: now)
    } catch {
      throw DaemonError(error.message)
    }
  }

  /// Returns the listening server of the interface; `status` shows the notices of the opening of the database. The
  /// server uses the socket that systemd passed; otherwise it creates the socket, to which every user can connect.
  private func makeServer(
    _ engine: Engine, _ databaseNotices: [String]
  ) throws(DaemonError) -> Server {
    do {
      let status = StatusSource(
        stateDirectory: daemonPaths.state, warnings: [launcherWarning].compactMap(\.self),
        databaseNotices: databaseNotices, database: daemonPaths.database)
      let service = try CallTable.service(for: engine, status, policy: policy)
      let serverLog = ServerLog(logger)
      // After a time without calls, free memory is returned to the system.
      let server = Server(
        service, limits: Self.limits, on: loop,
        observer: { serverLog.log($0, at: EngineClock.real) }, onIdle: { rubato_release_memory() })
      engine.counters.server = { [weak server] in server?.counts ?? ServerCounts() }
      if let fd = passedSockets.listener {
        try server.adopt(listener: fd)
      } else {
        try server.listen(at: try UnixAddress(daemonPaths.socket), mode: 0o666)
      }
      return server
    } catch {
      throw DaemonError("\(error)")
    }
  }

  /// The limits of the server. Each connection can have one call in flight, because calls that wait for the end of
  /// a run stay in flight.
  private static var limits: Limits {
    var limits = Limits()
    limits.callsInFlight = limits.connections
    return limits
  }

  /// Stops the daemon and ends the process: immediately if runs outlive the daemon, otherwise after all runs were
  /// stopped and had their grace. Called after SIGTERM or SIGINT.
  private func drain(_ engine: Engine, _ server: Server, _ stoppedFile: StoppedFile?) {
    Systemd.notify("STOPPING=1")
    engine.drain { [self] in
      // The pending events are handled before: the query of systemd in `write` can block the loop for two seconds.
      loop.afterOthers { [self] in
        // Written before their connections end, so that waiting clients know whether to connect again.
        let staysStopped = stoppedFile?.write(loop) ?? false
        // A client that has connected and is not accepted yet would make systemd start the daemon again.
        server.shutDown(within: .milliseconds(200), refusesWaiting: staysStopped) { [logger] in
          engine.close()
          logger.info("Stopped")
          exit(0)
        }
      }
    }
  }
}
