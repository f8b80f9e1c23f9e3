import Descriptors
import Devices
import Glibc
import Launch
import Logging
import Scheduling
import Stepping
import Store

// The launcher, and the runs of an earlier daemon that it finds.
extension Daemon {
  /// Makes the launcher that `--launcher` selects. It sends the starts and ends of processes to `events`.
  ///
  /// - Parameter snapshot: The stored state, with the runs of the last daemon.
  func makeLauncher(_ events: LaunchEvents, _ snapshot: Snapshot) throws(DaemonError)
    -> any Launcher
  {
    if options.prefersUnits { return try makeUsersLauncher(events, snapshot) }
    do throws(LaunchError) {
      return switch options.launcher {
      case .direct, nil: try makeDirectLauncher(events)
      case .units: try makeUnitLauncher(events)
      }
    } catch {
      throw DaemonError("\(error)")
    }
  }

  /// Makes the launcher of a user's daemon: of units, or of direct children if the user's service manager cannot be
  /// reached, which `status` then shows. Throws if that manager may still have runs of the last daemon as units.
  private func makeUsersLauncher(_ events: LaunchEvents, _ snapshot: Snapshot)
    throws(DaemonError) -> any Launcher
  {
    do throws(LaunchError) {
      let launcher = try makeUnitLauncher(events)
      logUnits(of: launcher)
      return launcher
    } catch {
      // A task runs in a process of its app.
      let earlierRuns =
        snapshot.liveRuns.filter { !$0.isTask }.map(\.id) + snapshot.processes.map(\.id)
      // Units end with the boot.
      let isSameBoot = snapshot.bootID == Systemd.bootID()
      if serviceManager == .user, isSameBoot,
        UnitLauncher.hasStarted(anyOf: earlierRuns, outputDirectory: daemonPaths.output)
      {
        // As direct children, they would be started a second time. systemd starts the daemon again in a moment.
        throw DaemonError("\(error) Runs of the last rubatod may still be units of that systemd.")
      }
      launcherWarning =
        "runs are children of rubatod, and end with it: \("\(error)".withoutFullStop)"
      logger.warning("\(launcherWarning ?? "")")
    }
    do throws(LaunchError) {
      return try makeDirectLauncher(events)
    } catch {
      throw DaemonError("\(error)")
    }
  }

  /// Logs that runs are units, and the limits that apply to them.
  private func logUnits(of launcher: UnitLauncher) {
    let missing = launcher.missingControllers.joined(separator: ", ")
    let limits =
      missing.isEmpty ? "" : "; without the controllers \(missing), which are not delegated"
    logger.info("Runs are units of the user's systemd\(limits)")
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
    let isOfUser = options.isUser || geteuid() != 0
    // Root can always read the output of units in the journal; a user may need a program that keeps it.
    let configuration = UnitLauncher.Configuration(
      isOfUser: isOfUser, outputDirectory: daemonPaths.output,
      stopReasonDirectory: daemonPaths.stopReasons, environmentDirectory: daemonPaths.environments,
      keeperPath: isOfUser ? daemonPaths.supervisor : nil,
      daemonUnit: Systemd.ownUnit(isOfUser: isOfUser),
      lockPath: daemonPaths.unitLock)
    return try UnitLauncher(configuration: configuration, loop: loop) {
      events.send($0)
    }
  }

  /// Returns the state of each run and app process that was alive when the last daemon ended. The launcher finds its
  /// own runs and processes again; the others are identified by their pid and start time.
  func recover(_ snapshot: Snapshot, _ launcher: any Launcher) throws(DaemonError)
    -> [RunID: FoundRun]
  {
    // A process that a user has started belongs to no launcher.
    let livingUserProcesses = snapshot.processes.filter { $0.isUsers && $0.isAlive }
      .map { ($0.id, FoundRun.alive) }
    do throws(LaunchError) {
      return try launcher.recover(snapshot.recoverableRuns).merging(livingUserProcesses) { $1 }
    } catch {
      throw DaemonError("\(error)")
    }
  }
}

extension String {
  /// The text without the full stop at its end, if there is one.
  var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

extension AppProcess {
  /// Whether the attached process is still alive.
  fileprivate var isAlive: Bool {
    identity.map { ProcessIdentity.start(of: $0.pid) == $0.startTicks } ?? false
  }
}
