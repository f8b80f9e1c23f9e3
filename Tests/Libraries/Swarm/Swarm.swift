import Scheduling

/// Lives through seeds, and makes what it finds small.
package struct Swarm: Sendable {
  /// How many events the daemon takes in each seed, at least.
  package var events: Int
  package var injectedBug: InjectedBug?

  package init(events: Int, injectedBug: InjectedBug? = nil) {
    self.events = events
    self.injectedBug = injectedBug
  }

  /// How many things happen at least: of a burst of thousands alone little is learned.
  private var actions: Int { events * 2 / 5 }

  /// What came of one seed.
  package struct Result: Sendable {
    package var seed: UInt64
    /// Events that the daemon took.
    package var events: Int
    package var violation: Violation?
  }

  /// - Parameter telling: Hears what happens, a sentence each.
  package func live(_ seed: UInt64, telling: ((String) -> Void)? = nil) -> Result {
    live(seed, listener: telling.map(EventPrinter.init))
  }

  /// The same, with a line for each thing that shows outside (see `Transcript`).
  package func transcribe(_ seed: UInt64, _ write: @escaping (String) -> Void) -> Result {
    live(seed, listener: Transcript(write))
  }

  /// The same, with a fingerprint of those lines.
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

  /// Lives through nothing but some of the actions of a seed, at their moments.
  ///
  /// - Parameter telling: Hears what happens, a sentence each.
  package func replay(
    _ seed: UInt64, only numbers: [Int], telling: ((String) -> Void)? = nil
  ) -> Violation? {
    let kept = Set(numbers)
    let life = Life(seed: seed, injectedBug: injectedBug, listener: telling.map(EventPrinter.init))
    // What the last of them broke may show some time later.
    return life.run(numbers.max() ?? 1, without: { !kept.contains($0) }, idle: .hours(1))
  }

  /// What an action of a seed is, for people.
  package func describe(_ seed: UInt64, _ number: Int) -> String {
    let plan = Plan(seed: seed)
    let (delay, action) = plan.action(number)
    let batch = plan.batch(number).map { batch, failsCommit in
      ", and a batch of \(batch.submissions.count)\(failsCommit ? ", whose commit fails" : "")"
    }
    return "\(number), \(delay) after the one before: \(action)\(batch ?? "")"
  }

  /// The fewest actions that still break what `violation` says, in their order.
  package func shrink(_ violation: Violation) -> [Int] {
    let last = violation.isCalm ? violation.action - 1 : violation.action
    return Shrinker { numbers in
      replay(violation.seed, only: numbers)?.checker == violation.checker
    }.shrink(Array(1...max(1, last)))
  }

  /// The command that replays `numbers` of a seed.
  package func command(_ seed: UInt64, _ numbers: [Int]) -> String {
    let bug = injectedBug.map { " --inject-bug \($0.rawValue)" } ?? ""
    // What does not break without all that came after it is replayed whole.
    let isWhole = replay(seed, only: numbers) == nil
    let list = isWhole ? "\(events)" : numbers.map { String($0) }.joined(separator: ",")
    return "swift run -c release rubato-swarm --seed \(seed) --events \(list)\(bug)"
  }
}
