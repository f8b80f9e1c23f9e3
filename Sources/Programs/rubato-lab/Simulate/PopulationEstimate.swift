import Report
import Simulation
import Studies
import Terminal
import Verbs
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The time and memory that a population takes, from some of its devices, and shards for a batch engine.
struct PopulationEstimate: Encodable {
  /// Shards of one size, and their limits.
  struct Proposal: Encodable {
    var shards: Int
    /// The number of devices in the largest shard.
    var devices: Int
    /// The expected processor time of the largest shard.
    var seconds: Double
    /// The longest time of a shard, for `sbatch --time`.
    var limitMinutes: Int
    /// The most memory of a shard, for `sbatch --mem`.
    var limitMebibytes: Int
    /// The options of `sbatch`.
    var sbatch: String
  }

  /// The most devices that are simulated, and the processor time after which no further one is: enough for a mean
  /// within about a tenth, in seconds.
  private static let (mostSampled, longestSampling) = (20, 10.0)
  /// The fewest devices that are simulated.
  private static let fewestSampled = 3
  /// The processor time of a shard, in seconds. A job's start takes some seconds.
  private static let shardSeconds = 600.0
  /// The most shards: the largest index of Slurm's arrays, by default (slurm.conf, MaxArraySize).
  private static let mostShards = 1000
  /// The limits are this many times the expectation, for slower machines and for devices that were not simulated.
  private static let (timeReserve, memoryReserve) = (2.0, 1.5)

  var population: Int
  /// The numbers of the simulated devices.
  var sampled: [Int]
  /// The mean processor time of a device.
  var secondsPerDevice: Double
  /// The processor time of the slowest simulated device.
  var slowestSeconds: Double
  /// The largest memory of this process.
  var mebibytes: Int
  /// The number of processes of this machine, and the expected time in which they simulate the population.
  var jobs: Int
  var secondsHere: Double
  var proposal: Proposal

  /// Simulates some devices, evenly from the whole population, and measures them.
  init(_ members: Members, checking promises: [Promise], jobs: Int) throws(SimulationError) {
    let count = min(Self.mostSampled, members.count)
    // Devices are numbered from 1.
    let numbers = (0..<count).map { place in 1 + place * members.count / count }
    // Every second one first: if time ends the sampling, the sample is still spread over the whole population.
    let order =
      stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
      + stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
    let began = Self.processorSeconds()
    sampled = []
    slowestSeconds = 0
    var lastEnd = began
    for number in order
    where sampled.count < Self.fewestSampled || lastEnd - began < Self.longestSampling {
      // Only the time that this takes is needed.
      _ = try members.figures(of: number, checking: promises)
      let now = Self.processorSeconds()
      slowestSeconds = max(slowestSeconds, now - lastEnd)
      lastEnd = now
      sampled.append(number)
    }
    sampled.sort()
    population = members.count
    secondsPerDevice = (lastEnd - began) / Double(sampled.count)
    mebibytes = Self.peakMebibytes()
    self.jobs = min(jobs, members.count)
    secondsHere = secondsPerDevice * Double(members.count) / Double(self.jobs)
    proposal = Self.proposal(population, secondsPerDevice, slowestSeconds, mebibytes)
  }

  /// Returns shards of about ten minutes.
  private static func proposal(
    _ population: Int, _ mean: Double, _ slowest: Double, _ mebibytes: Int
  ) -> Proposal {
    let wanted = (mean * Double(population) / shardSeconds).rounded(.up)
    let shards = max(1, min(Int(bounded: wanted), mostShards, population))
    // Rounded up, so that the shards contain all devices.
    let devices = (population + shards - 1) / shards
    let seconds = mean * Double(devices)
    // All devices of a small shard can be slow ones. A larger one can take three slow devices longer than the mean.
    let longest = min(slowest * Double(devices), seconds + 3 * slowest)
    let minutes = max(1, Int(bounded: (timeReserve * longest / 60).rounded(.up)))
    // Rounded up to a multiple of 50 MiB.
    let memory = (Int(bounded: Double(mebibytes) * memoryReserve) + 49) / 50 * 50
    return Proposal(
      shards: shards, devices: devices, seconds: seconds, limitMinutes: minutes,
      limitMebibytes: memory, sbatch: "--array=1-\(shards) --time=\(minutes) --mem=\(memory)M")
  }

  /// Returns the processor time of this process.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the largest resident memory of this process so far, rounded up.
  private static func peakMebibytes() -> Int {
    var usage = rusage()
    getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
    // `ru_maxrss` is in kibibytes.
    return (usage.ru_maxrss + 1023) / 1024
  }

  /// The lines for people.
  var lines: [String] {
    let mean = DecimalText.fixed(secondsPerDevice, digits: 3)
    let slowest = DecimalText.fixed(slowestSeconds, digits: 3)
    let shards = proposal.shards == 1 ? "1 shard" : "\(proposal.shards) shards"
    return [
      "\(sampled.count) of \(population) devices were simulated.",
      "A device takes \(mean) s of processor time, the slowest \(slowest) s.",
      "A process takes \(mebibytes) MiB.",
      "All devices take about \(DurationText.rough(secondsHere)) with --jobs \(jobs) here.",
      "Proposed: \(shards) of \(proposal.devices) devices,"
        + " \(DurationText.rough(proposal.seconds)) each: sbatch \(proposal.sbatch)",
    ]
  }
}
