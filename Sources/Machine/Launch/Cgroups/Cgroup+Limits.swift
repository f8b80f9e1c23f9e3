import Scheduling

extension Cgroup {
  /// Sets the limits of a run. A resource without a controller here stays unlimited: the limits protect the
  /// machine, and the run itself does not need them.
  func apply(_ limits: RunLimits) {
    setLimit("memory.max", limits.memoryBytes)
    // Kills all processes together, as with systemd's OOMPolicy=stop: a run that lacks a process behaves
    // unpredictably.
    if limits.memoryBytes != nil { SmallFile.write("1", to: "\(path)/memory.oom.group") }
    setLimit("pids.max", limits.tasks)
    setLimit("cpu.weight", limits.cpuWeight)
    if let percent = limits.cpuPercent {
      // Microseconds of processor time in each tenth of a second.
      let allowedMicroseconds = percent * 1000
      SmallFile.write("\(allowedMicroseconds) 100000", to: "\(path)/cpu.max")
    }
    if let weight = limits.ioWeight {
      SmallFile.write("default \(weight)", to: "\(path)/io.weight")
    }
  }

  /// Whether the kernel has killed a process in it because of low memory.
  var wasOutOfMemory: Bool { (number(of: "oom_kill", in: "memory.events") ?? 0) > 0 }

  /// Writes a limit into its file. `nil` means no limit, and changes nothing.
  private func setLimit(_ file: String, _ value: (some BinaryInteger)?) {
    if let value { SmallFile.write(String(value), to: "\(path)/\(file)") }
  }
}
