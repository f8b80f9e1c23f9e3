import Glibc
import Scheduling

/// Our part of the cgroup hierarchy: a cgroup `run-NAME` for each run. If the daemon started at its top, there is
/// also `daemon` for the daemon and its supervisors, since only leaves may hold processes after controllers are
/// enabled.
package final class CgroupTree {
  let directory: String
  private let lock: FileLock
  private var unremoved = [Cgroup]()
  /// The cgroups of an earlier daemon's runs whose supervisors still exist, and end them.
  private var left = [Cgroup]()

  /// Takes the directory, creates it if it is missing, and kills processes of an earlier daemon in it, except runs
  /// that their supervisors end after the grace.
  /// - Throws: An error if it cannot be used, or another daemon uses it.
  init(directory: String) throws(LaunchError) {
    self.directory = directory
    lock = try CgroupTree.lock(directory)
    guard access("\(directory)/cgroup.procs", W_OK) == 0 else {
      throw .system("cannot use the cgroup \(directory)", errno)
    }
    try leaveTop()
    enableControllers()
    sweep(Cgroup(path: directory))
    sweepStale(beside: directory)
  }

  /// Makes the cgroup of a step of a run. Each step has its own, so that limits and accounts start again.
  func make(_ id: LaunchID, step: Int = 0) throws(LaunchError) -> Cgroup {
    unremoved.removeAll { $0.remove() }
    let path = "\(directory)/run-\(id.name)" + (step == 0 ? "" : "-step-\(step)")
    for number in 0..<Self.mostNames {
      let cgroup = Cgroup(path: path + (number == 0 ? "" : "-again-\(number)"))
      if mkdir(cgroup.path, 0o755) == 0 { return cgroup }
      // The cgroup of an earlier run with this number, if a database was lost.
      if errno != EEXIST { break }
    }
    throw .system("cannot create the cgroup \(path)", errno)
  }

  private static let mostNames = 100

  /// Removes the cgroup of a run: now or, if a process in it does not die, later.
  func remove(_ cgroup: Cgroup) {
    unremoved.removeAll { $0.remove() }
    if !cgroup.remove() { unremoved.append(cgroup) }
  }

  /// Kills the processes that an earlier daemon's run has left, and removes its cgroups. Called after its supervisor
  /// has ended; processes are left only if the supervisor was killed.
  func endLeft(_ id: LaunchID) {
    let name = "run-\(id.name)"
    let ended = left.filter { cgroup in
      let own = cgroup.path.split(separator: "/").last ?? ""
      return own == name || own.hasPrefix("\(name)-")
    }
    left.removeAll { cgroup in ended.contains { $0.path == cgroup.path } }
    for cgroup in ended { cgroup.kill() }
    // Before the cgroups that contain them.
    unremoved.insert(contentsOf: ended, at: 0)
    unremoved.removeAll { $0.remove() }
  }

  /// Removes the tree if it was made for this process and is empty.
  func close() {
    unremoved.removeAll { $0.remove() }
    if CgroupTree.maker(of: directory) != nil { rmdir(directory) }
  }

  /// Creates the directory and locks it, which distinguishes a living daemon's tree from a dead one's.
  private static func lock(_ directory: String) throws(LaunchError) -> FileLock {
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
  private func leaveTop() throws(LaunchError) {
    let inside = (SmallFile.read("\(directory)/cgroup.procs") ?? "").split(separator: "\n")
    guard inside.contains(Substring(String(getpid()))) else { return }
    let leaf = "\(directory)/daemon"
    mkdir(leaf, 0o755)
    for pid in inside { SmallFile.write(String(pid), to: "\(leaf)/cgroup.procs") }
    let still = SmallFile.read("\(directory)/cgroup.procs") ?? ""
    if still.split(separator: "\n").contains(Substring(String(getpid()))) {
      throw .unavailable("The daemon cannot move into the cgroup \(leaf).")
    }
  }

  /// Enables the controllers one by one: each is useful and none is required.
  private func enableControllers() {
    for name in ["memory", "pids", "cpu", "io"] {
      SmallFile.write("+\(name)", to: "\(directory)/cgroup.subtree_control")
    }
  }

  /// Kills and removes the runs in `top` whose supervisors no longer exist. Records the remaining runs in `left`, since
  /// their supervisors end them.
  private func sweep(_ top: Cgroup) {
    let runs = top.children.filter { $0.path.hasPrefix("\(top.path)/run-") }
    left += runs.filter(\.isSupervised)
    let abandoned = runs.filter { run in !left.contains { $0.path == run.path } }
    for run in abandoned { run.kill() }
    for run in abandoned {
      run.waitUntilEmpty(timeoutMilliseconds: 2000)
      _ = run.remove()
    }
  }

  /// Kills and removes the trees next to ours that daemons have left: their names contain the pid of a process that no
  /// longer exists, and no daemon, such as one in another pid namespace, has locked them. Trees that cannot be removed
  /// yet are tried again later. Does nothing if the name of our own tree contains no pid.
  private func sweepStale(beside directory: String) {
    guard Self.maker(of: directory) != nil, let slash = directory.lastIndex(of: "/") else { return }
    for tree in Cgroup(path: String(directory[..<slash])).children {
      guard let maker = Self.maker(of: tree.path), kill(maker, 0) != 0, errno == ESRCH,
        let held = tree.open(), flock(held.raw, LOCK_EX | LOCK_NB) == 0
      else { continue }
      sweep(tree)
      if !tree.remove() { unremoved.append(tree) }
    }
  }

  /// Returns the process that a tree was made for, by the name of its directory; `nil` if the name does not contain
  /// one.
  private static func maker(of directory: String) -> pid_t? {
    guard let name = directory.split(separator: "/").last, name.hasPrefix(ownPrefix) else {
      return nil
    }
    return pid_t(name.dropFirst(ownPrefix.count).prefix { $0.isNumber })
  }

  /// The prefix of trees that were made for one process; its pid follows.
  static let ownPrefix = "rubato-"
}
