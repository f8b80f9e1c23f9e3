/// The descendants of this process: our runs on a machine without cgroups for them. A run of an earlier daemon is not
/// one of them.
struct OwnProcesses {
  let tree: KernelTree

  private static let most = 10_000
  private static let microsecondsPerTick = 1_000_000 / ProcessorTimes.ticksPerSecond

  /// Processor time of all present and former descendants in µs; `nil` if it cannot be read. It can decrease: the time
  /// of a process belongs to its parent only after the parent has waited for its end.
  var microseconds: Int? {
    guard var ticks = ticks(of: "self", includingOwn: false) else { return nil }
    var parents = ["self"]
    var count = 0
    while let parent = parents.popLast(), count < Self.most {
      for child in children(of: parent) {
        ticks += self.ticks(of: child, includingOwn: true) ?? 0
        parents.append(child)
        count += 1
      }
    }
    return ticks * Self.microsecondsPerTick
  }

  /// Returns the living children of a process, each of which belongs to the thread that started it; empty if the kernel
  /// does not list them (without CONFIG_PROC_CHILDREN).
  private func children(of process: String) -> [String] {
    let threads = "/proc/\(process)/task"
    return tree.names(in: threads).flatMap { thread in
      (tree.text("\(threads)/\(thread)/children") ?? "").split(whereSeparator: \.isWhitespace)
        .map { String($0) }
    }
  }

  /// Returns the processor time of the ended children of a process and, if wanted, its own (proc_pid_stat(5)), in
  /// ticks; `nil` if it cannot be read.
  private func ticks(of process: String, includingOwn: Bool) -> Int? {
    // The name is the second field and can contain spaces, so the fields after it are counted: the first is the third.
    guard let text = tree.text("/proc/\(process)/stat"), let name = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 14 else { return nil }
    // The user and system time of the process, then those of its ended children.
    let numbers = fields[(includingOwn ? 11 : 13)...14].map { Int($0) ?? 0 }
    return numbers.reduce(0) { $0 + min(max($1, 0), 1 << 32) }
  }
}
