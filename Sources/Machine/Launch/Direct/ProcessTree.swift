import Glibc

/// What descends from a supervisor, as far as the kernel lists it (CONFIG_PROC_CHILDREN).
struct ProcessTree {
  let root: pid_t
  private let files = ProcessFiles()

  init(below root: pid_t) {
    self.root = root
  }

  /// Kills all that is there now, with its process groups. What loses its parent by that becomes a
  /// child of the supervisor, to be found the next time.
  /// - Returns: whether anything lived.
  func kill() -> Bool {
    let members = self.members()
    for member in members { Self.kill(member.pid) }
    return members.contains { $0.isLiving }
  }

  private struct Member {
    var pid: pid_t
    var isLiving: Bool
  }

  private static let mostMembers = 10_000

  private func members() -> [Member] {
    var members = [Member]()
    var parents = [root]
    while let parent = parents.popLast(), members.count < Self.mostMembers {
      for child in files.children(of: parent) ?? [] {
        // Its number could be another's by now.
        guard let status = files.threadStatus(child, of: child), status.parent == parent else {
          continue
        }
        members.append(Member(pid: child, isLiving: status.state != "Z"))
        parents.append(child)
      }
    }
    return members
  }

  /// A signal to a group reaches also what is being forked in it.
  private static func kill(_ pid: pid_t) {
    let group = getpgid(pid)
    if group > 1, group != getpgrp() { Glibc.kill(-group, SIGKILL) }
    Glibc.kill(pid, SIGKILL)
  }
}
