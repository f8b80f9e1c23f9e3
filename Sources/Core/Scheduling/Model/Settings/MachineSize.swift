/// The processors and the memory of a machine. They determine the usual slots of long work.
package struct MachineSize: Hashable, Sendable {
  /// The number of online processors.
  package var processors: Int
  /// The memory that the kernel can use, in bytes.
  package var memory: Int

  package init(processors: Int, memory: Int) {
    (self.processors, self.memory) = (processors, memory)
  }

  /// The processors for one run of processing, which computes on about half of them and leaves the others to the user.
  private static let processorsPerRun = 4
  /// The memory for one run of processing, in bytes. A machine sold with 8 GB reports 7 to 8 GiB, since its firmware and
  /// its graphics keep a part.
  private static let memoryPerRun = 7 << 30
  /// The most slots of processing. With more, the runs of one morning would compete for the drives.
  private static let mostProcessing = 4
  /// The most slots of maintenance, which mostly reads and writes drives: two runs keep a drive busy.
  private static let mostMaintenance = 2

  /// The slots of processing: 1 with 4 processors and 8 GB, 2 with 8 processors and 16 GB, and so on up to 4.
  package var processingSlots: Int {
    let room = min(processors / Self.processorsPerRun, memory / Self.memoryPerRun)
    return min(max(1, room), Self.mostProcessing)
  }

  /// The slots of maintenance: 1, and 2 from 16 processors and 32 GB.
  package var maintenanceSlots: Int { min(max(1, processingSlots / 2), Self.mostMaintenance) }

  /// The size in words: "4 processors, 8 GB".
  package var text: String {
    let count = processors == 1 ? "1 processor" : "\(processors) processors"
    // The memory as it is sold, not the part that the kernel can use, which is a little less: rounded up.
    let gigabyte = 1 << 30
    let gigabytes = (memory + gigabyte - 1) / gigabyte
    return "\(count), \(gigabytes) GB"
  }
}

extension Settings {
  /// Makes the defaults for a machine; those of a small machine if `machine` is `nil`.
  package init(for machine: MachineSize?) {
    self.init()
    guard let machine else { return }
    processingRunsAtOnce = machine.processingSlots
    maintenanceRunsAtOnce = machine.maintenanceSlots
  }
}
