import ArgumentParser
import Dispatch
import Glibc
import Scheduling
import Swarm
import Synchronization

@main
struct RubatoSwarm: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rubato-swarm",
    abstract: "Simulates faults with the daemon's own step, one seed after the other.")

  @Option(help: "Range of seeds to simulate, as in 0..<1000.")
  var seeds = Seeds(0..<1000)

  @Option(help: "One seed alone.")
  var seed: UInt64?

  @Option(help: "How many events each seed has at least, or with --seed the actions to replay.")
  var events = "1000"

  @Option(help: "How many seeds to simulate at once.")
  var jobs = 2

  @Option(help: "A bug to inject: \(InjectedBug.allCases.map(\.rawValue).joined(separator: ", ")).")
  var injectBug: InjectedBug?

  @Flag(help: "With --seed, say all that happens. The replay of few events always does.")
  var tell = false

  @Flag(help: "Print events a second only, for the table of measurements.")
  var rate = false

  @Flag(help: "Print a fingerprint of each seed: of all that shows outside, in order.")
  var fingerprints = false

  @Flag(help: "With --seed, print the lines that its fingerprint is made of.")
  var transcript = false

  @Flag(help: "Inject each bug in turn, and fail if one is not found in the seeds.")
  var injectBugs = false

  func run() throws {
    if injectBugs { return try findInjected() }
    let numbers = events.split(separator: ",").compactMap { Int($0) }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0 > 0 }) else {
      throw ValidationError("--events '\(events)' is not a number, or numbers with commas between")
    }
    if let seed, events.contains(",") || numbers[0] < 100 {
      return try replay(seed, numbers)
    }
    if let seed, tell {
      let result = Swarm(events: numbers[0], injectedBug: injectBug).live(seed) { print("  \($0)") }
      print(result.violation?.text ?? "Seed \(seed) holds.")
      throw ExitCode(result.violation == nil ? 0 : 1)
    }
    if let seed, transcript {
      _ = Swarm(events: numbers[0], injectedBug: injectBug).transcribe(seed) { print($0) }
      return
    }
    let range = seed.map { $0..<($0 + 1) } ?? seeds.range
    let swarm = Swarm(events: numbers[0], injectedBug: injectBug)
    if fingerprints { return printFingerprints(swarm, range) }
    let found = SeedRunner(swarm, range, jobs: jobs).run(rate: rate)
    if found { throw ExitCode(1) }
  }

  /// Prints the fingerprints in the order of the seeds, not in the order of their ends.
  private func printFingerprints(_ swarm: Swarm, _ seeds: Range<UInt64>) {
    let texts = Mutex<[UInt64: String]>([:])
    DispatchQueue.concurrentPerform(iterations: seeds.count) { index in
      let seed = seeds.lowerBound + UInt64(index)
      let (result, fingerprint) = swarm.fingerprint(seed)
      let end = result.violation.map { " \($0.checker)" } ?? ""
      texts.withLock { $0[seed] = "\(seed) \(fingerprint.text)\(end)" }
    }
    let lines = texts.withLock(\.self)
    for seed in seeds { print(lines[seed] ?? "") }
  }

  private func findInjected() throws {
    for bug in InjectedBug.allCases {
      let swarm = Swarm(events: 1000, injectedBug: bug)
      guard let found = seeds.range.lazy.compactMap({ swarm.live($0).violation }).first else {
        print("\(bug.rawValue) is not found in \(seeds.range.count) seeds.")
        throw ExitCode(1)
      }
      print("\(bug.rawValue) is found. \(found.text)")
    }
  }

  private func replay(_ seed: UInt64, _ numbers: [Int]) throws {
    let swarm = Swarm(events: 0, injectedBug: injectBug)
    for number in numbers { print(swarm.describe(seed, number)) }
    guard let violation = swarm.replay(seed, only: numbers, telling: { print("  \($0)") }) else {
      return print("Seed \(seed) holds with these actions.")
    }
    print(violation.text)
    throw ExitCode(1)
  }
}

extension InjectedBug: ExpressibleByArgument {}

/// A range of seeds, written as `0..<1000`.
struct Seeds: ExpressibleByArgument {
  var range: Range<UInt64>

  var defaultValueDescription: String { "\(range.lowerBound)..<\(range.upperBound)" }

  init(_ range: Range<UInt64>) {
    self.range = range
  }

  init?(argument: String) {
    guard let dots = argument.firstRange(of: "..<"),
      let first = UInt64(argument[..<dots.lowerBound]),
      let end = UInt64(argument[dots.upperBound...]), first < end
    else { return nil }
    range = first..<end
  }
}
