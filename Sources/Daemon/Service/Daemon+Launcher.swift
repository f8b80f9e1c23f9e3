import Devices
import Dispatch
import Glibc
import Launch
import Scheduling
import Store
import Synchronization

// What runs commands, and what it finds of an earlier daemon's.
extension Daemon {
  func makeLauncher(_ relay: LaunchRelay) throws(DaemonError) -> any Launcher {
    do throws(LaunchError) {
      return switch options.launcher {
      case .direct: try makeDirectLauncher(relay)
      case .units: try makeUnitLauncher(relay)
      }
    } catch {
      throw DaemonError("\(error)")
    }
  }

  private func makeDirectLauncher(_ relay: LaunchRelay) throws(LaunchError) -> DirectLauncher {
    let configuration = DirectLauncher.Configuration(
      supervisorPath: places.supervisor, outputDirectory: places.output,
      stopReasonDirectory: places.stopReasons, lockDirectory: places.locks,
      cgroupDirectory: options.cgroup ?? CgroupTree.delegatedDirectory())
    return try DirectLauncher(configuration: configuration, queue: queue) { relay.deliver($0) }
  }

  private func makeUnitLauncher(_ relay: LaunchRelay) throws(LaunchError) -> UnitLauncher {
    let configuration = UnitLauncher.Configuration(
      isOfUser: options.isUser || geteuid() != 0, outputDirectory: places.output,
      stopReasonDirectory: places.stopReasons, environmentDirectory: places.environments,
      daemonUnit: Systemd.ownUnit(),
      lockPath: places.unitLock)
    return try UnitLauncher(configuration: configuration, queue: queue) { relay.deliver($0) }
  }

  /// What has become of the runs that were alive when the last daemon ended.
  func recover(_ snapshot: Snapshot, _ launcher: any Launcher) throws(DaemonError)
    -> [RunID: FoundRun]
  {
    let requests = Dictionary(snapshot.requests.map { ($0.key, $0) }) { $1 }
    let runs = snapshot.liveRuns.map { RecoverableRun($0, requests[$0.key]) }
    do throws(LaunchError) {
      let found = queue.sync {
        Result { () throws(LaunchError) in try launcher.recover(runs) }
      }
      return try found.get().mapValues { FoundRun($0) }
    } catch {
      throw DaemonError("\(error)")
    }
  }
}

/// Takes events of the launcher and the machine to the engine, which is made after them: what they
/// tell before there is an engine is told again. The launcher uses it on the engine's queue.
final class LaunchRelay: Sendable {
  private let held = Mutex<Held>(Held())

  private struct Held: Sendable {
    weak var engine: Engine?
    var early: [Early] = []
  }

  private enum Early: Sendable {
    case machine(MachineEvent)
    case launcher(LaunchEvent)
  }

  /// Answers the engine; where there is none yet, keeps what is for it.
  private func engine(for event: Early) -> Engine? {
    held.withLock { held in
      if held.engine == nil { held.early.append(event) }
      return held.engine
    }
  }

  private func post(_ event: Early, to engine: Engine) {
    switch event {
    case .machine(let event): engine.post(Event(event))
    case .launcher(let event): post(Event(event), to: engine)
    }
  }

  private func post(_ event: Event, to engine: Engine) {
    switch event {
    case .runEnded(let run, let finish) where run >= Scheduler.firstCheck:
      engine.post(.runEnded(run, engine.finish(ofCheck: run, finish)))
    default: engine.post(event)
    }
  }

  var engine: Engine? {
    get { held.withLock { $0.engine } }
    set {
      let early = held.withLock { held in
        held.engine = newValue
        defer { held.early = [] }
        return held.early
      }
      guard let newValue else { return }
      for event in early { post(event, to: newValue) }
    }
  }

  /// What the machine tells.
  func deliver(_ event: MachineEvent) {
    if let engine = engine(for: .machine(event)) { post(.machine(event), to: engine) }
  }

  func deliver(_ event: LaunchEvent) {
    if let engine = engine(for: .launcher(event)) { post(.launcher(event), to: engine) }
  }
}
