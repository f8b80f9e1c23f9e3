import Glibc

/// The descendants of a supervisor, as far as the kernel lists them (CONFIG_PROC_CHILDREN).
struct ProcessTree {
  let root: pid_t
  private let files = ProcessFiles()

  init(below root: pid_t) {
    self.root = root
  }

  /// Kills all present descendants, with their process groups. A process that loses its parent becomes a child of
  /// the supervisor, and is found the next time.
  /// - Returns: Whether any process was alive.
  func killAll() -> Bool {
    let members = self.members()
    for member in members { Self.killGroup(of: member.pid) }
    return members.contains { $0.isLiving }
  }

  private struct Member {
    var pid: pid_t
    var isLiving: Bool
  }

  private static let mostMembers = 10_000

  /// Returns the present descendants, each after its parent. Stops at about 10,000 of them.
  private func members() -> [Member] {
    var members = [Member]()
    var parents = [root]
    while let parent = parents.popLast(), members.count < Self.mostMembers {
      for child in files.children(of: parent) ?? [] {
        // By now, another process may have the number of the child.
        guard let status = files.threadStatus(child, of: child), status.parent == parent else {
          continue
        }
        members.append(Member(pid: child, isLiving: status.state != "Z"))
        parents.append(child)
      }
    }
    return members
  }

  /// Kills the process and its group: a signal to a group also reaches processes that are being forked in it.
  private static func killGroup(of pid: pid_t) {
    let group = getpgid(pid)
    // Not the group of this daemon.
    if group > 1, group != getpgrp() { Glibc.kill(-group, SIGKILL) }
    Glibc.kill(pid, SIGKILL)
  }
}
