import Scheduling

/// What the processors have done since boot, together: the first line of /proc/stat
/// (proc_stat(5)). In ticks, of which a second has a hundred for each processor.
struct ProcessorTimes: Hashable {
  static let ticksPerSecond = 100

  /// At work for a program or the kernel. Guests are in it: their time is counted as user's, too.
  var busy: Int
  /// With nothing to do, but perhaps for a disk to wait for. Time that the hypervisor gave to others
  /// is in neither: this machine could not have used it.
  var idle: Int

  init?(_ text: String) {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    let fields = line.split(separator: " ").dropFirst().map { Int($0) ?? 0 }
    guard fields.count >= 7 else { return nil }
    busy = fields[0] + fields[1] + fields[2] + fields[5] + fields[6]
    idle = fields[3] + fields[4]
  }
}

/// What has been used up to a moment, by all and by our own runs.
struct LoadSample: Hashable {
  var processors: ProcessorTimes
  /// Processor time of our own runs, in µs.
  var ownMicroseconds: Int

  /// How busy others kept the processors since `earlier`, in percent of all processors; nil where no
  /// time has passed.
  func percent(since earlier: LoadSample) -> Int? {
    // The kernel's idle times may go back a little (proc_stat(5)).
    let busy = max(0, processors.busy - earlier.processors.busy)
    let idle = max(0, processors.idle - earlier.processors.idle)
    guard busy + idle > 0 else { return nil }
    // Where the cgroup of our runs was made anew, its account began again.
    let own = max(0, ownMicroseconds - earlier.ownMicroseconds)
    let ownTicks = Double(own) * Double(ProcessorTimes.ticksPerSecond) / 1e6
    let others = max(0, Double(busy) - ownTicks)
    return Int(bounded: (100 * others / Double(busy + idle)).rounded())
  }
}
