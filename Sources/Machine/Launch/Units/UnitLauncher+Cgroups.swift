import CLinux

extension UnitLauncher {
  /// The slice of all runs, and the cgroups of existing units that runs have started, until a minute after their ends.
  package var cgroupsOfRuns: [String] {
    guard let slice = CgroupTree.path(ofDirectory: names.sliceDirectory) else { return [] }
    let liveUnits = runs.values.compactMap(unitDirectory)
      .compactMap { CgroupTree.path(ofDirectory: $0) }
    let units = Set(liveUnits + endedUnits.cgroups(at: rubato_clock_awake()))
    // A unit can be in the slice of runs, which counts as a whole.
    return [slice] + units.filter { !$0.hasPrefix("\(slice)/") }.sorted()
  }

  /// Notes the end of a run of an existing unit. Has no effect for other runs.
  func noteEnd(of run: UnitRun) {
    guard run.startsExistingUnit, let cgroup = cgroup(of: run),
      let path = CgroupTree.path(ofDirectory: cgroup.path)
    else { return }
    endedUnits.noteEnd(of: path, at: rubato_clock_awake())
  }

  /// Returns the cgroup of a run, as a directory, if the run starts an existing unit and has not ended.
  private func unitDirectory(of run: UnitRun) -> String? {
    guard run.startsExistingUnit else { return nil }
    if case .endDelivered = run.stage { return nil }
    return cgroup(of: run)?.path
  }

  /// Returns the cgroup of a run; `nil` if it is unknown. systemd does not signal the cgroup of an existing unit, which
  /// it makes at the start: until it has reported the cgroup, this is the one in the slice of the unit.
  func cgroup(of run: UnitRun) -> Cgroup? {
    if let cgroup = run.cgroup { return cgroup }
    let group = run.state.controlGroup
    if !group.isEmpty { return Cgroup(path: CgroupTree.hierarchy + group) }
    return names.cgroup(ofUnit: run.unit, inSlice: run.state.text("Slice"))
  }
}
