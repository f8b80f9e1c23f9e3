/// What all processes of a run may use together; null where nothing is set
package struct LimitsInfo: Codable, Hashable, Sendable {
  @OrNull package var memoryBytes: Int64?
  /// Processes and threads
  @OrNull package var tasks: Int64?
  /// Of one processor; 200 are two
  @OrNull package var cpuPercent: Int64?
  /// Beside others, 1 to 10000; 100 is usual
  @OrNull package var cpuWeight: Int64?
  @OrNull package var ioWeight: Int64?

  package init(
    memoryBytes: Int64? = nil, tasks: Int64? = nil, cpuPercent: Int64? = nil,
    cpuWeight: Int64? = nil, ioWeight: Int64? = nil
  ) {
    self.memoryBytes = memoryBytes
    self.tasks = tasks
    self.cpuPercent = cpuPercent
    self.cpuWeight = cpuWeight
    self.ioWeight = ioWeight
  }
}
