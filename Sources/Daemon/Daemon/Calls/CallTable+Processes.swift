import AtomicFiles
import Control
import Launch
import Scheduling
import VarlinkServer

// Apps that the daemon starts, and their processes.
extension CallTable {
  /// Adds the methods for installed apps and their processes: `InstallApp`, `AttachApp`, `FinishLaunch`, `HoldApp` and
  /// `Sleep`. In each `addChange`, the first closure makes the event of a call, and `reply` the reply after the commit.
  mutating func addProcesses() {
    addChange(InstallApp.self) { call, caller, view, ticket throws(Refusal) in
      .registerApp(try App(call, caller, at: view.now), ticket)
    } reply: { call, caller, view, _ throws(Refusal) in
      InstallApp.Reply(app: try view.app(AppKey(owner: caller.uid, id: call.id)))
    }
    addSubscription(AttachApp.self) { input, call, caller, engine, ticket throws(Refusal) in
      .attachApp(try AppAttachment(input, call.peer, caller, engine.programs.apps), ticket)
    } afterCommit: { call, engine, answer throws(Refusal) in
      guard case .attached(let process) = answer else { throw .unexpected }
      engine.programs.apps.attach(
        call, as: process, try engine.app(process.app),
        moduleLimit: engine.core.settings.moduleLimit, isSimulated: engine.time.clock.isSimulated)
      call.onDisconnect { [weak engine] in
        engine?.act { engine in
          // Not if the process has attached again meanwhile.
          if engine.programs.apps.detachIfCurrent(call, of: process.id) {
            engine.time.sleeps.forget(process.id)
            engine.post(.detachApp(process.id))
          }
        }
      }
    }
    addChange(FinishLaunch.self) { call, caller, view, ticket throws(Refusal) in
      .finishLaunch(
        try view.process(call.process, of: caller), ticket, handlers: call.handlers)
    } reply: { _, _, _, _ throws(Refusal) in
      FinishLaunch.Reply()
    }
    addChange(HoldApp.self) { call, caller, view, ticket throws(Refusal) in
      .holdApp(try view.process(call.process, of: caller), isHeld: call.held, ticket)
    } reply: { _, _, view, _ throws(Refusal) in
      // A held app is not suspended for at most this time.
      HoldApp.Reply(limit: view.core.settings.backgroundTaskTime.seconds)
    }
    // The simulated clock skips time only while all runs sleep, so an app reports its sleeps.
    addAction(Sleep.self) { call, input, caller, engine throws(Refusal) in
      try engine.requireSimulatedClock()
      let process = try engine.process(input.process, of: caller)
      let id = AppSleeps.ID(process: process, number: input.sleep)
      if let seconds = input.seconds {
        // A run that has ended meanwhile does not sleep.
        let run = engine.core.runs.first { $0.id == input.run && $0.process == process }
        let moment = try engine.moment(after: seconds, field: "seconds")
        try engine.time.sleeps.begin(id, of: run?.id, until: moment, real: engine.real)
      } else {
        engine.time.sleeps.end(id, real: engine.real)
      }
      call.reply(Sleep.Reply())
    }
  }
}

extension EngineView {
  /// Returns the number of an app's process, if it exists and `caller` is root or the owner of the app. Throws a
  /// refusal otherwise.
  fileprivate func process(_ number: Int64, of caller: Caller) throws(Refusal) -> RunID {
    let process = core.process(number)
    guard let process, caller.uid == 0 || caller.uid == process.app.owner else {
      throw Refusal(
        .notFound, field: "process", value: String(number),
        message: "process \(number) is not attached, or not of one of your apps")
    }
    return process.id
  }

  /// Describes the app `key`, which a committed call has just registered or attached. Throws if the app does not exist,
  /// which is unexpected.
  fileprivate func app(_ key: AppKey) throws(Refusal) -> AppInfo {
    guard let app = core.app(key) else { throw .unexpected }
    return AppInfo(app, core, at: now)
  }
}

extension App {
  /// Makes the app that the caller installs. Its program runs in the directory of the call, or else in the directory of
  /// the program's file. Throws a refusal if this daemon runs no commands of the caller.
  fileprivate init(_ call: InstallApp, _ caller: Caller, at now: Instant) throws(Refusal) {
    try caller.requireOwnCommands()
    self.init(key: AppKey(owner: caller.uid, id: call.id), registered: now.wall)
    permittedIdentifiers = call.permittedIdentifiers
    backgroundModes = call.backgroundModes
    let program = Command(
      arguments: [call.program], directory: call.directory ?? AtomicFile.parent(of: call.program),
      environment: call.environment ?? [:])
    installation = Installation(program: program, entitlements: call.entitlements ?? [])
  }
}

extension AppAttachment {
  /// Makes the attachment of the process that called: its identity, the app, and the started process whose token it
  /// shows. Throws a refusal if the process has ended.
  fileprivate init(
    _ input: AttachApp, _ peer: Peer, _ caller: Caller, _ apps: AttachedApps
  ) throws(Refusal) {
    guard let startTicks = ProcessIdentity.start(of: peer.pid) else {
      throw Refusal(
        .notFound, field: "pid", value: String(peer.pid),
        message: "process \(peer.pid), which connected, has ended; attach from the process itself")
    }
    self.init(
      owner: caller.uid, identity: AppProcess.Identity(pid: peer.pid, startTicks: startTicks))
    app = input.id
    program = input.program
    if let token = input.token {
      // An unknown or used token becomes 0, the number of no process, which the scheduler refuses.
      process = apps.process(of: token) ?? 0
      started = process.flatMap { apps.started[$0] }
    }
    hasFinishedLaunching = input.launched ?? false
    handlers = input.handlers
    begun = input.begun
    // A run that waits in a debugger teaches nothing about its length.
    isDebugged = ProcessIdentity.isTraced(peer.pid)
    // A call without identifiers declares nothing.
    guard let permitted = input.permittedIdentifiers else { return }
    declaration = AppDeclaration(
      permittedIdentifiers: permitted, backgroundModes: input.backgroundModes ?? [],
      entitlements: input.entitlements ?? [])
  }
}
