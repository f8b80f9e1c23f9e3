import Bus
import Descriptors
import Glibc
import Scheduling

// Runs of an earlier daemon.
extension UnitLauncher {
  /// Finds the units of earlier daemons by their names. Follows those of recorded runs, or returns their outcomes.
  /// Follows running failure commands, whose reports would otherwise be lost; kills all others.
  package func recover(_ runs: [RecoverableRun]) throws(LaunchError) -> [RunID: FoundRun] {
    loop.assertIsCurrent()
    do throws(BusError) {
      var foundRuns = [RunID: FoundRun]()
      let recordedNames = Set(
        runs.filter { $0.unit == nil }.map { UnitName(.run($0.run), step: $0.step) })
      let loadedNames = Set(try manager.names(like: UnitName.pattern).compactMap { UnitName($0) })
      for run in runs {
        let name = UnitName(.run(run.run), step: run.step)
        // An existing unit has a name of its own, which the pattern does not match.
        let startsExistingUnit = run.unit != nil
        guard startsExistingUnit || loadedNames.contains(name) else { continue }
        foundRuns[run.run] = try recoverRun(run)
      }
      for orphan in loadedNames.subtracting(recordedNames) {
        if try !followFailureCommand(orphan) { endOrphan(orphan) }
      }
      removeFiles(except: Set(foundRuns.keys))
      return foundRuns
    } catch {
      throw .unavailable("systemd could not list the running units: \(error).")
    }
  }

  /// Returns whether one of `runs` was started as a unit, by the notes in the directory of output.
  package static func hasStarted(anyOf runs: [RunID], outputDirectory: String) -> Bool {
    let notes = UnitNotes(directory: outputDirectory)
    return runs.contains { !notes.starts(of: .run($0)).isEmpty }
  }

  /// Reads the state of a recorded run's unit, and follows the run; `nil` if the unit no longer exists, or its present
  /// start does not belong to the run.
  private func recoverRun(_ recoverable: RecoverableRun) throws(BusError) -> FoundRun? {
    var order = LaunchOrder(.run(recoverable.run), uid: recoverable.uid, arguments: [])
    order.step = recoverable.step
    order.unit = recoverable.unit
    let ownName = UnitName(order.id, step: order.step)
    let run = UnitRun(order: order, unit: order.unit ?? ownName.text)
    run.state = try manager.readStateAndWait(at: run.unit)
    if run.startsExistingUnit {
      guard isStartNoted(of: run) else { return nil }
    } else {
      run.cgroup = names.cgroup(of: ownName)
    }
    return followOrFindEnd(of: run)
  }

  /// Follows the unit of a failure command, which has a time limit of its own, if the command has not ended. Returns
  /// `false` if it has, or if the unit is of something else. The number in its name is of the earlier daemon.
  private func followFailureCommand(_ name: UnitName) throws(BusError) -> Bool {
    guard case .failureCommand = name.id else { return false }
    let run = UnitRun(order: LaunchOrder(name.id, arguments: []), unit: name.text)
    run.state = try manager.readStateAndWait(at: run.unit)
    guard !run.state.hasCommandEnded else { return false }
    run.cgroup = names.cgroup(of: name)
    return followOrFindEnd(of: run) != nil
  }

  /// Whether an existing unit is still in the start that belongs to the run, or has ended after it.
  private func isStartNoted(of run: UnitRun) -> Bool {
    guard let invocation = run.state.invocation else { return false }
    return output.hasNoted(invocation: invocation, of: run.order.id)
  }

  /// Follows a run that has not ended, or returns the outcome of one that has, and kills its remaining processes; `nil`
  /// if systemd has forgotten the unit.
  private func followOrFindEnd(of run: UnitRun) -> FoundRun? {
    if run.state.phase == .gone { return nil }
    let hasEnded = run.startsExistingUnit ? run.state.isServiceInactive : run.state.hasCommandEnded
    runs[run.order.id] = run
    keepUnit(of: run)
    if let start = run.start { output.noteStart(start, of: run.order.id) }
    if !hasEnded {
      followRecovered(run)
      return .alive
    }
    // The caller receives the end as the result, so it is not delivered again.
    run.stage = .endDelivered
    if !run.startsExistingUnit, run.cgroup?.isPopulated == true {
      run.hadLeftovers = true
      killAll(run)
    }
    return .ended(end(of: run).processExit)
  }

  /// Follows a run of an earlier daemon that has not ended.
  private func followRecovered(_ run: UnitRun) {
    // An existing unit counts as running also while it is activating (`checkExistingUnit`).
    let isRunning = run.state.phase == .running || run.startsExistingUnit
    run.stage = isRunning ? .running : .starting
    run.wasAlive = true
    run.freezing.restore(
      isFrozen: run.state.text("FreezerState") == "frozen",
      canFreeze: run.state.flag("CanFreeze"))
    followChanges(of: run)
    if case .starting = run.stage { followStartJob(of: run) }
    if run.startsExistingUnit {
      run.job = run.state.job
      followStartJobResult(of: run)
    }
    // Handles changes that happened before the signals were subscribed.
    readState(of: run)
  }

  /// Kills a unit whose run is recorded as ended, or is unknown, and makes systemd forget it.
  private func endOrphan(_ name: UnitName) {
    if SmallFile.write("1", to: "\(names.cgroup(of: name).path)/cgroup.kill") != 0 {
      manager.kill(name.text, SIGKILL)
    }
    manager.discard(name.text)
  }

  /// Removes the stop reasons of all runs except those in `kept`, and the environments of all units that are not
  /// followed.
  private func removeFiles(except kept: Set<RunID>) {
    reasons.removeFiles(except: kept)
    for name in SmallFile.names(in: configuration.environmentDirectory) {
      let isFollowed = UnitName(name).map { runs[$0.id] != nil } ?? false
      if !isFollowed { unlink("\(configuration.environmentDirectory)/\(name)") }
    }
  }
}
