/// What a run may use of the machine; nil leaves it to the service's own limits.
package struct RunLimits: Hashable, Codable, Sendable {
  /// Beyond it the kernel ends the run (memory.max).
  package var memoryBytes: Int64?
  /// Processes and threads (pids.max).
  package var tasks: Int?
  /// Percent of one processor; 200 is two of them (cpu.max).
  package var cpuPercent: Int?
  /// The share of busy processors, 1 to 10000 (cpu.weight); 100 is what others have.
  package var cpuWeight: Int?
  /// The share of busy disks, 1 to 10000 (io.weight).
  package var ioWeight: Int?

  package init() {}
}

extension RunLimits {
  /// Those that there are, as keys of a task file.
  package var named: [(name: String, value: String)] {
    [
      memoryBytes.map { ("memory", SizeNotation.text($0)) }, tasks.map { ("tasks", "\($0)") },
      cpuPercent.map { ("cpu", "\($0)%") }, cpuWeight.map { ("cpu-weight", "\($0)") },
      ioWeight.map { ("io-weight", "\($0)") },
    ].compactMap(\.self)
  }

  /// As they are typed.
  package var words: [String] { named.map { "\($0.name)=\($0.value)" } }
}
