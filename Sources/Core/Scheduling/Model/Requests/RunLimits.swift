/// The resource limits of a run; `nil` leaves a limit to the service.
package struct RunLimits: Hashable, Codable, Sendable {
  /// The memory beyond which the kernel ends the run (memory.max).
  package var memoryBytes: Int64?
  /// The number of processes and threads (pids.max).
  package var tasks: Int?
  /// Percent of one processor; 200 is two processors (cpu.max).
  package var cpuPercent: Int?
  /// The share of busy processors, 1 to 10000 (cpu.weight); other processes have 100.
  package var cpuWeight: Int?
  /// The share of busy disks, 1 to 10000 (io.weight).
  package var ioWeight: Int?

  package init() {}
}

extension RunLimits {
  /// The set limits, as keys of a task file.
  package var named: [(name: String, value: String)] {
    [
      memoryBytes.map { ("memory", SizeNotation.text($0)) }, tasks.map { ("tasks", "\($0)") },
      cpuPercent.map { ("cpu", "\($0)%") }, cpuWeight.map { ("cpu-weight", "\($0)") },
      ioWeight.map { ("io-weight", "\($0)") },
    ].compactMap(\.self)
  }

  /// The limits as users type them.
  package var words: [String] { named.map { "\($0.name)=\($0.value)" } }
}
