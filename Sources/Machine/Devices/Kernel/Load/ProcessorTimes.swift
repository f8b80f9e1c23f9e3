import Scheduling

/// The total work of the processors since boot: the first line of /proc/stat (proc_stat(5)). In ticks, a hundred
/// per second for each processor.
struct ProcessorTimes: Hashable {
  static let ticksPerSecond = 100
  /// The greatest accepted number of ticks: millions of years, but the sum of some such numbers still has 64 bits.
  private static let most = 1 << 56

  /// Ticks of work for a program or the kernel, including guests: their time is also counted as user time.
  var busy: Int
  /// Ticks without work, including waits for a disk. Time that the hypervisor gave to other machines is in neither
  /// count: this machine could not have used it.
  var idle: Int

  /// Parses the text of /proc/stat; `nil` if its first line is not valid.
  init?(_ text: String) {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    // Emulated files can contain any number.
    let fields = line.split(separator: " ").dropFirst().map {
      min(max(Int($0) ?? 0, 0), Self.most)
    }
    guard fields.count >= 7 else { return nil }
    let (user, nice, system) = (fields[0], fields[1], fields[2])
    let (withoutWork, waitForDisk) = (fields[3], fields[4])
    let (interrupts, softInterrupts) = (fields[5], fields[6])
    busy = user + nice + system + interrupts + softInterrupts
    idle = withoutWork + waitForDisk
  }
}

/// The processor time used up to a moment, in total and by our own runs.
struct LoadSample: Hashable {
  var processors: ProcessorTimes
  /// Processor time of our own runs in µs, by cgroup.
  var ownMicroseconds: [String: Int]
  /// Processor time of our own processes in µs, if cgroups do not account for our runs; otherwise `nil`.
  var processMicroseconds: Int?

  /// Adds the accounts of cgroups that have become those of our runs since this sample: a service can have been active
  /// before its run. Accounts of the sample stay as they are.
  mutating func add(newAccounts: [String: Int]) {
    ownMicroseconds.merge(newAccounts) { old, _ in old }
  }

  /// Returns the load by others since `earlier`, in percent of all processors; `nil` if no time has passed.
  func percent(since earlier: LoadSample) -> Int? {
    // The kernel's idle times can decrease slightly (proc_stat(5)).
    let busy = max(0, processors.busy - earlier.processors.busy)
    let idle = max(0, processors.idle - earlier.processors.idle)
    guard busy + idle > 0 else { return nil }
    let ownUsed = ownMicroseconds.reduce(0) { sum, account in
      // The account of a new cgroup of our runs starts with 0, also that of a recreated one.
      let start = earlier.ownMicroseconds[account.key] ?? 0
      return sum + (account.value < start ? account.value : account.value - start)
    }
    let usedByProcesses = max(
      0, (processMicroseconds ?? 0) - (earlier.processMicroseconds ?? processMicroseconds ?? 0))
    let ownTicks = Double(ownUsed + usedByProcesses) * Double(ProcessorTimes.ticksPerSecond) / 1e6
    let othersTicks = max(0, Double(busy) - ownTicks)
    return Int(bounded: (100 * othersTicks / Double(busy + idle)).rounded())
  }
}
