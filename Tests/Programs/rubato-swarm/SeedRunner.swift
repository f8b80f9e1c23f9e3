import CLinux
import Dispatch
import Glibc
import Scheduling
import Swarm
import Synchronization

/// Simulates many seeds, some at the same time; stops at the first violation.
final class SeedRunner: Sendable {
  private struct State {
    var next: UInt64
    var seeds = 0
    var events = 0
    var violation: Violation?
  }

  private let swarm: Swarm
  private let range: Range<UInt64>
  private let jobs: Int
  private let state: Mutex<State>

  init(_ swarm: Swarm, _ range: Range<UInt64>, jobs: Int) {
    self.swarm = swarm
    self.range = range
    self.jobs = jobs
    state = Mutex(State(next: range.lowerBound))
  }

  /// Returns whether there was a violation.
  func run(rate: Bool) -> Bool {
    let start = rubato_clock_awake()
    DispatchQueue.concurrentPerform(iterations: max(1, jobs)) { _ in
      while let seed = take() { note(swarm.live(seed), rate) }
    }
    let seconds = Double(rubato_clock_awake() - start) / 1e9
    let (seeds, events, violation) = state.withLock { ($0.seeds, $0.events, $0.violation) }
    if let violation { return tell(violation) }
    let speed = Int(Double(events) / seconds)
    if rate {
      say("swarm events a second\t\(speed)\tat least 100000")
    } else {
      say(
        "\(seeds) seeds hold: \(events) events in \(Int(seconds)) s, \(speed) a second,"
          + " \(residentMegabytes()) MB.")
    }
    return false
  }

  private func take() -> UInt64? {
    state.withLock { state in
      guard state.violation == nil, state.next < range.upperBound else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func note(_ result: Swarm.Result, _ isQuiet: Bool) {
    let seeds = state.withLock { state in
      state.seeds += 1
      state.events += result.events
      // The violation with the lowest seed is kept, not the first that was found.
      if let found = result.violation, found.seed < state.violation?.seed ?? .max {
        state.violation = found
      }
      return state.seeds
    }
    guard !isQuiet, seeds % 1000 == 0 else { return }
    say("\(seeds) seeds, \(residentMegabytes()) MB")
  }

  private func tell(_ violation: Violation) -> Bool {
    say(violation.text)
    let numbers = swarm.shrink(violation)
    say("Replay it with \(numbers.count) of \(violation.action) actions:")
    say("  \(swarm.command(violation.seed, numbers))")
    return true
  }

  private func residentMegabytes() -> Int {
    var usage = rusage()
    getrusage(0, &usage)
    return usage.ru_maxrss / 1024
  }
}

extension Violation {
  var text: String {
    let phase = isCalm ? "in the calm" : "at action \(action)"
    return "Seed \(seed), \(phase), \(UniversalTime.text(at)): \(checker): \(sentence)."
  }
}

/// Prints a line immediately, also into a file.
private func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
