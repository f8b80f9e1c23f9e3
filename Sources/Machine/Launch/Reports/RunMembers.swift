/// The place where the processes of a run are found.
package enum RunMembers {
  /// This directory of a version 2 hierarchy, and its subdirectories.
  case cgroup(String)
  /// The descendants of this process, which is not part of the run itself. For a run without a cgroup.
  case descendants(of: Int32)

  /// All processes, without a time limit; in no order.
  var processes: Set<Int32> {
    switch self {
    case .cgroup(let directory):
      var pids: Set<Int32> = []
      var unvisited: [Cgroup] = [Cgroup(path: directory)]
      while let cgroup = unvisited.popLast() {
        pids.formUnion(ProcessFiles.members(ofCgroup: cgroup.path))
        unvisited += cgroup.children
      }
      return pids
    case .descendants(let pid):
      var pids: Set<Int32> = []
      var unvisited: [Int32] = [pid]
      while let parent = unvisited.popLast() {
        // Each process is visited once, even if its number was given to another one meanwhile.
        unvisited += (ProcessFiles().children(of: parent) ?? []).filter {
          pids.insert($0).inserted
        }
      }
      return pids
    }
  }
}
