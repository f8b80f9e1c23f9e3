import Scheduling

extension Cgroup {
  /// Sets what a run may use. What has no controller here stays unlimited: a limit is a promise of
  /// the machine's, and a run is none the worse without.
  func apply(_ limits: RunLimits) {
    set("memory.max", limits.memoryBytes)
    // All of it at once, as systemd's OOMPolicy=stop does: a run of which a part is missing does
    // what nobody has foreseen.
    if limits.memoryBytes != nil { SmallFile.write("1", to: "\(path)/memory.oom.group") }
    set("pids.max", limits.tasks)
    set("cpu.weight", limits.cpuWeight)
    if let percent = limits.cpuPercent {
      // Microseconds of processor time in each tenth of a second.
      SmallFile.write("\(percent * 1000) 100000", to: "\(path)/cpu.max")
    }
    if let weight = limits.ioWeight {
      SmallFile.write("default \(weight)", to: "\(path)/io.weight")
    }
  }

  /// Whether the kernel has killed something in it for want of memory.
  var wasOutOfMemory: Bool { number(of: "oom_kill", in: "memory.events") ?? 0 > 0 }

  private func set(_ file: String, _ value: (some BinaryInteger)?) {
    if let value { SmallFile.write(String(value), to: "\(path)/\(file)") }
  }
}
