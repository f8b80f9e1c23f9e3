import Descriptors
import Devices
import Glibc
import Launch
import Scheduling
import Stepping
import Store

// The launcher, and the runs of an earlier daemon that it finds.
extension Daemon {
  /// Makes the launcher that `--launcher` selects. It sends the starts and ends of processes to `events`.
  func makeLauncher(_ events: LaunchEvents) throws(DaemonError) -> any Launcher {
    do throws(LaunchError) {
      return switch options.launcher {
      case .direct: try makeDirectLauncher(events)
      case .units: try makeUnitLauncher(events)
      }
    } catch {
      throw DaemonError("\(error)")
    }
  }

  /// Makes the launcher that runs commands as direct children, in the cgroup of `--cgroup` or the cgroup that systemd
  /// delegated.
  private func makeDirectLauncher(_ events: LaunchEvents) throws(LaunchError) -> DirectLauncher {
    let configuration = DirectLauncher.Configuration(
      supervisorPath: daemonPaths.supervisor, outputDirectory: daemonPaths.output,
      stopReasonDirectory: daemonPaths.stopReasons, lockDirectory: daemonPaths.locks,
      cgroupDirectory: options.cgroup ?? CgroupTree.delegatedDirectory())
    return try DirectLauncher(configuration: configuration, loop: loop) {
      events.send($0)
    }
  }

  /// Makes the launcher that runs commands as units of systemd. The service manager is the user's if the daemon has
  /// `--user` or is not root.
  private func makeUnitLauncher(_ events: LaunchEvents) throws(LaunchError) -> UnitLauncher {
    let configuration = UnitLauncher.Configuration(
      isOfUser: options.isUser || geteuid() != 0, outputDirectory: daemonPaths.output,
      stopReasonDirectory: daemonPaths.stopReasons, environmentDirectory: daemonPaths.environments,
      daemonUnit: Systemd.ownUnit(),
      lockPath: daemonPaths.unitLock)
    return try UnitLauncher(configuration: configuration, loop: loop) {
      events.send($0)
    }
  }

  /// Returns the state of each run and app process that was alive when the last daemon ended.
  func recover(_ snapshot: Snapshot, _ launcher: any Launcher) throws(DaemonError)
    -> [RunID: FoundRun]
  {
    let requests = Dictionary(snapshot.requests.map { ($0.key, $0) }) { $1 }
    let commands = snapshot.liveRuns.filter { !$0.isTask }
    let runs =
      commands.map { RecoverableRun($0, requests[$0.key]) }
      + snapshot.processes.filter { !$0.isUsers && $0.state != .waiting }.map { RecoverableRun($0) }
    // A process that a user has started belongs to no launcher.
    let users = snapshot.processes.filter { $0.isUsers && $0.isPresent }
      .map { ($0.id, FoundRun.alive) }
    do throws(LaunchError) {
      return try launcher.recover(runs).merging(users) { $1 }
    } catch {
      throw DaemonError("\(error)")
    }
  }
}

extension AppProcess {
  /// Whether the attached process is still alive.
  fileprivate var isPresent: Bool {
    identity.map { ProcessIdentity.start(of: $0.pid) == $0.startTicks } ?? false
  }
}
