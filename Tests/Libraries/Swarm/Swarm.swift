import Scheduling

/// Simulates the lives of seeds, and shrinks the violations that it finds.
package struct Swarm: Sendable {
  /// The minimum number of events that the daemon handles in each seed.
  package var events: Int
  package var injectedBug: InjectedBug?

  package init(events: Int, injectedBug: InjectedBug? = nil) {
    self.events = events
    self.injectedBug = injectedBug
  }

  /// The minimum number of actions. A burst of thousands of events in a few actions shows little.
  private var actions: Int { events * 2 / 5 }

  /// The result of one seed.
  package struct Result: Sendable {
    package var seed: UInt64
    /// The number of events that the daemon handled.
    package var events: Int
    package var violation: Violation?
  }

  /// - Parameter telling: Called with a sentence for each event.
  package func live(_ seed: UInt64, telling: ((String) -> Void)? = nil) -> Result {
    live(seed, listener: telling.map(EventPrinter.init))
  }

  /// Simulates the seed, and writes a line for each visible action (see `Transcript`).
  package func transcribe(_ seed: UInt64, _ write: @escaping (String) -> Void) -> Result {
    live(seed, listener: Transcript(write))
  }

  /// Simulates the seed, and returns a fingerprint of the lines of `transcribe`.
  package func fingerprint(_ seed: UInt64) -> (result: Result, fingerprint: Fingerprint) {
    var fingerprint = Fingerprint()
    let result = transcribe(seed) { line in
      fingerprint.add(line.utf8)
      fingerprint.add(CollectionOfOne(UInt8(ascii: "\n")))
    }
    return (result, fingerprint)
  }

  private func live(_ seed: UInt64, listener: (any Checker)?) -> Result {
    let life = Life(seed: seed, injectedBug: injectedBug, listener: listener)
    let violation = life.run(actions, events: events)
    return Result(seed: seed, events: life.events, violation: violation)
  }

  /// Simulates only these actions of a seed, at their moments.
  ///
  /// - Parameter telling: Called with a sentence for each event.
  package func replay(
    _ seed: UInt64, only numbers: [Int], telling: ((String) -> Void)? = nil
  ) -> Violation? {
    let kept = Set(numbers)
    let life = Life(seed: seed, injectedBug: injectedBug, listener: telling.map(EventPrinter.init))
    // The fault of the last action may become visible only after some time.
    return life.run(numbers.max() ?? 1, without: { !kept.contains($0) }, idle: .hours(1))
  }

  /// Returns a readable description of an action of a seed.
  package func describe(_ seed: UInt64, _ number: Int) -> String {
    let plan = Plan(seed: seed)
    let (delay, action) = plan.action(number)
    let batch = plan.batch(number).map { batch, failsCommit in
      ", and a batch of \(batch.submissions.count)\(failsCommit ? ", whose commit fails" : "")"
    }
    return "\(number), \(delay) after the one before: \(action)\(batch ?? "")"
  }

  /// Returns the fewest actions that still cause `violation`, in their order.
  package func shrink(_ violation: Violation) -> [Int] {
    let last = violation.isCalm ? violation.action - 1 : violation.action
    return Shrinker { numbers in
      replay(violation.seed, only: numbers)?.checker == violation.checker
    }.shrink(Array(1...max(1, last)))
  }

  /// The command that replays `numbers` of a seed.
  package func command(_ seed: UInt64, _ numbers: [Int]) -> String {
    let bug = injectedBug.map { " --inject-bug \($0.rawValue)" } ?? ""
    // A violation that does not occur without the later actions is replayed in full.
    let isWhole = replay(seed, only: numbers) == nil
    let list = isWhole ? "\(events)" : numbers.map { String($0) }.joined(separator: ",")
    return "swift run -c release rubato-swarm --seed \(seed) --events \(list)\(bug)"
  }
}
