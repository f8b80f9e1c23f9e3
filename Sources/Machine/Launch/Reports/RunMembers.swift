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
      var found: Set<Int32> = []
      var waiting: [Cgroup] = [Cgroup(path: directory)]
      while let cgroup = waiting.popLast() {
        found.formUnion(ProcessFiles.members(ofCgroup: cgroup.path))
        waiting += cgroup.children
      }
      return found
    case .descendants(let pid):
      var found: Set<Int32> = []
      var waiting: [Int32] = [pid]
      while let next = waiting.popLast() {
        waiting += (ProcessFiles().children(of: next) ?? []).filter { found.insert($0).inserted }
      }
      return found
    }
  }
}
