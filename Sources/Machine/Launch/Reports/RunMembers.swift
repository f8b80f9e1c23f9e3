/// Where the processes of a run are found.
package enum RunMembers {
  /// In this directory of a version 2 hierarchy, and those below it.
  case cgroup(String)
  /// What descends from this process, which is not of the run itself. A run that has no cgroup.
  case descendants(of: Int32)

  /// All of them, however long looking for them takes; in no order.
  var processes: Set<Int32> {
    switch self {
    case .cgroup(let directory):
      var (found, waiting): (Set<Int32>, [Cgroup]) = ([], [Cgroup(path: directory)])
      while let cgroup = waiting.popLast() {
        found.formUnion(ProcessFiles.members(ofCgroup: cgroup.path))
        waiting += cgroup.children
      }
      return found
    case .descendants(let pid):
      var (found, waiting): (Set<Int32>, [Int32]) = ([], [pid])
      while let next = waiting.popLast() {
        waiting += (ProcessFiles().children(of: next) ?? []).filter { found.insert($0).inserted }
      }
      return found
    }
  }
}
