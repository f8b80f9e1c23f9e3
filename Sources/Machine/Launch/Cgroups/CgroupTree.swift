import Glibc
import Scheduling

/// Our part of the cgroup hierarchy: a cgroup `run-NAME` for each run. If the daemon started at its top, there is
/// also `daemon` for the daemon and its supervisors, since only leaves may hold processes after controllers are
/// enabled.
package final class CgroupTree {
  let directory: String
  private let lock: FileLock
  /// The cgroups that could not be removed yet, each before the cgroups that contain it.
  private var removalQueue = [Cgroup]()
  /// The cgroups of an earlier daemon's runs whose supervisors still exist, and end them.
  private var supervisedCgroups = [Cgroup]()

  /// Locks the directory, creates it if it is missing, and kills processes of an earlier daemon in it, except runs
  /// that their supervisors end after the grace.
  /// - Throws: An error if it cannot be used, or another daemon uses it.
  init(directory: String) throws(LaunchError) {
    self.directory = directory
    lock = try CgroupTree.createAndLock(directory)
    guard access("\(directory)/cgroup.procs", W_OK) == 0 else {
      throw .system("cannot use the cgroup \(directory)", errno)
    }
    try moveDaemonBelowTop()
    enableControllers()
    removeAbandonedRuns(in: Cgroup(path: directory))
    removeStaleTrees(nextTo: directory)
  }

  /// Makes the cgroup of a step of a run. Each step has its own, so that limits and accounts start again.
  func makeCgroup(for id: LaunchID, step: Int = 0) throws(LaunchError) -> Cgroup {
    retryRemovals()
    let path = "\(directory)/run-\(id.name)" + (step == 0 ? "" : "-step-\(step)")
    for number in 0..<Self.mostNames {
      let cgroup = Cgroup(path: path + (number == 0 ? "" : "-again-\(number)"))
      if mkdir(cgroup.path, 0o755) == 0 { return cgroup }
      // If a database was lost, an earlier run with this number can have left its cgroup.
      if errno != EEXIST { break }
    }
    throw .system("cannot create the cgroup \(path)", errno)
  }

  /// The most names that are tried for one cgroup.
  private static let mostNames = 100

  /// Removes the cgroup of a run: now or, if a process in it does not die, later.
  func remove(_ cgroup: Cgroup) {
    retryRemovals()
    if !cgroup.tryRemove() { removalQueue.append(cgroup) }
  }

  /// Removes the cgroups in the queue that have become empty.
  private func retryRemovals() {
    removalQueue.removeAll { $0.tryRemove() }
  }

  /// Kills the processes that an earlier daemon's run has left, and removes its cgroups. Called after its supervisor
  /// has ended; processes are left only if the supervisor was killed.
  func killLeftProcesses(of id: LaunchID) {
    let name = "run-\(id.name)"
    let cgroupsOfRun = supervisedCgroups.filter { cgroup in
      // The names of later steps, and of second attempts to make a cgroup, have a suffix (`makeCgroup`).
      let directoryName = ExactString(cgroup.path).names.last ?? ""
      return directoryName == name || directoryName.hasPrefix("\(name)-")
    }
    supervisedCgroups.removeAll { cgroup in cgroupsOfRun.contains { $0.path == cgroup.path } }
    for cgroup in cgroupsOfRun { cgroup.kill() }
    // First in the queue: a stale tree that contains them is removed after them.
    removalQueue.insert(contentsOf: cgroupsOfRun, at: 0)
    retryRemovals()
  }

  /// Removes the tree if it was made for this process and is empty.
  func close() {
    retryRemovals()
    if CgroupTree.makerPid(inNameOf: directory) != nil { rmdir(directory) }
  }

  /// Creates the directory and locks it, which distinguishes a living daemon's tree from a dead one's.
  private static func createAndLock(_ directory: String) throws(LaunchError) -> FileLock {
    if mkdir(directory, 0o755) != 0, errno != EEXIST {
      throw .system("cannot create the cgroup \(directory)", errno)
    }
    guard let fd = OwnedDescriptor.open(directory, O_RDONLY | O_DIRECTORY) else {
      throw .system("cannot open the cgroup \(directory)", errno)
    }
    guard let lock = FileLock(fd) else {
      throw .unavailable("The cgroup \(directory) is used by another rubatod.")
    }
    return lock
  }

  /// Moves the processes at the top of the tree into the cgroup `daemon`, if this process is among them. Throws if that
  /// fails, because a cgroup with processes cannot enable controllers.
  private func moveDaemonBelowTop() throws(LaunchError) {
    let pids = pidsAtTop()
    let daemonPid = Substring(String(getpid()))
    guard pids.contains(daemonPid) else { return }
    let leaf = "\(directory)/daemon"
    mkdir(leaf, 0o755)
    for pid in pids { SmallFile.write(String(pid), to: "\(leaf)/cgroup.procs") }
    if pidsAtTop().contains(daemonPid) {
      throw .unavailable("The daemon cannot move into the cgroup \(leaf).")
    }
  }

  /// Returns the processes that are in the tree's own cgroup and in none below it.
  private func pidsAtTop() -> [Substring] {
    (SmallFile.read("\(directory)/cgroup.procs", limitBytes: .max) ?? "").split(separator: "\n")
  }

  /// Enables the controllers one by one: each is useful and none is required.
  private func enableControllers() {
    for name in ["memory", "pids", "cpu", "io"] {
      SmallFile.write("+\(name)", to: "\(directory)/cgroup.subtree_control")
    }
  }

  /// Kills and removes the cgroups of runs in `top` whose supervisors no longer exist. Records the remaining ones in
  /// `supervisedCgroups`.
  private func removeAbandonedRuns(in top: Cgroup) {
    let runs = top.children.filter { $0.path.hasPrefix("\(top.path)/run-") }
    supervisedCgroups += runs.filter(\.isSupervised)
    let abandoned = runs.filter { run in !supervisedCgroups.contains { $0.path == run.path } }
    // All are killed before the first wait, so that they end at the same time.
    for run in abandoned { run.kill() }
    for run in abandoned {
      run.waitUntilEmpty(timeoutMilliseconds: 2000)
      _ = run.tryRemove()
    }
  }

  /// Kills and removes the trees next to ours that daemons have left: their names contain the pid of a process that no
  /// longer exists, and no daemon, such as one in another pid namespace, has locked them. Trees that cannot be removed
  /// yet are tried again later. Does nothing if the name of our own tree contains no pid.
  private func removeStaleTrees(nextTo directory: String) {
    guard Self.makerPid(inNameOf: directory) != nil,
      let slash = directory.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return }
    for tree in Cgroup(path: String(directory[..<slash])).children {
      guard let maker = Self.makerPid(inNameOf: tree.path), kill(maker, 0) != 0, errno == ESRCH,
        let treeDescriptor = tree.open(), flock(treeDescriptor.raw, LOCK_EX | LOCK_NB) == 0
      else { continue }
      removeAbandonedRuns(in: tree)
      if !tree.tryRemove() { removalQueue.append(tree) }
    }
  }

  /// Returns the process that a tree was made for, by the name of its directory; `nil` if the name does not contain
  /// one.
  private static func makerPid(inNameOf directory: String) -> pid_t? {
    guard let name = ExactString(directory).names.last, name.hasPrefix(namePrefix) else {
      return nil
    }
    return pid_t(name.dropFirst(namePrefix.count).prefix { $0.isNumber })
  }

  /// The prefix of trees that were made for one process; its pid follows.
  static let namePrefix = "rubato-"
}
