import FoundationEssentials
import Testing

@testable import Scheduling

/// The allowed transitions of a run in each of its states, as docs/ARCHITECTURE.md shows them.
struct RunStateTests {
  private let now = AwakeTime(nanoseconds: 60_000_000_000)
  private let states: [Run.Phase] = [
    .launching, .running, .deferring(.gate(.power)),
    .frozen(.gate(.power), since: AwakeTime(nanoseconds: 50_000_000_000)),
    .expiring(.budget, until: AwakeTime(nanoseconds: 70_000_000_000)), .killed(.budget),
  ]
  private let rows: [(words: String, transition: Run.Transition)] = [
    ("its command has begun", .begin), ("it says that it is ready", .ready),
    ("a gate asks it to defer", .askToDefer(.gate(.power))),
    ("it hears of a lost preference", .notify(.gate(.power))),
    ("its budget will end soon", .signalEarly),
    ("it ends by that signal", .endByEarlySignal),
    ("a gate freezes it", .freeze(.gate(.power))), ("the gate is open again", .thaw),
    ("it is warned", .expire(.budget)), ("its daemon has died, and warned it", .interrupt),
    ("its time is over", .kill(.budget)),
    ("nothing is left of it", .end(Ending(at: WallTime(nanoseconds: 0), outcome: .completed))),
  ]

  private func run(_ state: Run.Phase, awaitsReadiness: Bool = false) -> Run {
    let request = Request(
      key: RequestKey(owner: 1000, id: "task"), sequence: 1,
      Terms(Command(arguments: ["/bin/true"]), kind: .processing),
      submitted: WallTime(nanoseconds: 0),
      window: Window(opens: WallTime(nanoseconds: 0), latest: nil, atLatest: .relax))
    var run = Run(
      id: 1, of: request, budget: .minutes(10), grace: .seconds(5),
      started: Instant(
        wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0),
        awake: AwakeTime(nanoseconds: 0)),
      isForced: false)
    run.earlySignal = 10
    run.onLostPreference = 12
    run.awaitsReadiness = awaitsReadiness
    run.phase = state
    return run
  }

  private func next(
    _ state: Run.Phase, _ transition: Run.Transition, deferralBefore: StopReason? = nil
  ) -> Run.Phase? {
    let awaits = if case .ready = transition { true } else { false }
    var moved = run(state, awaitsReadiness: awaits)
    moved.deferralBeforeFreeze = deferralBefore
    return moved.phase(after: transition, at: now)
  }

  /// Returns the names of the phases after `transition`: of a run that was not asked to defer before its freeze, and of
  /// one that was, if they differ.
  private func cell(_ state: Run.Phase, _ transition: Run.Transition) -> String {
    let phases = [
      next(state, transition), next(state, transition, deferralBefore: .gate(.power)),
    ]
    let names = phases.map { $0?.name.rawValue ?? "" }
    return names[0] == names[1] ? names[0] : names.joined(separator: " or ")
  }

  @Test func isAsWritten() throws {
    var file = "\(#filePath)"[...]
    for _ in 0..<5 { file = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) }
    let text = try String(contentsOfFile: file + "/docs/ARCHITECTURE.md", encoding: .utf8)
    var lines = ["| what happens | \(states.map(\.name.rawValue).joined(separator: " | ")) |"]
    lines.append("|---" + String(repeating: "|---", count: states.count) + "|")
    for row in rows {
      let cells = states.map { cell($0, row.transition) }
      lines.append("| \(row.words) | \(cells.joined(separator: " | ")) |")
    }
    let table = lines.joined(separator: "\n")
    #expect(text.split(separator: "\n\n").contains { $0 == table }, "\(table)")
  }

  @Test func whatAStateDoesNotTakeChangesNothingAndSaysNothing() {
    for state in states {
      for row in rows where next(state, row.transition) == nil {
        var moved = run(state)
        let before = moved
        #expect(moved.apply(row.transition, at: now).isEmpty, "\(state): \(row.words)")
        #expect(moved == before, "\(state): \(row.words)")
      }
    }
  }

  @Test func whatIsTakenIsRecordedButWhereItsEndFollowsAtOnce() {
    for state in states {
      for row in rows where next(state, row.transition) != nil {
        var moved = run(state)
        if case .ready = row.transition { moved.awaitsReadiness = true }
        let effects = moved.apply(row.transition, at: now)
        let isRecorded = effects.contains {
          if case .change(.putRun(moved)) = $0 { true } else { false }
        }
        switch (row.transition, state) {
        case (.endByEarlySignal, _): #expect(effects.isEmpty)
        case (.interrupt, .killed): #expect(effects.count == 1 && !isRecorded)
        default: #expect(isRecorded, "\(state): \(row.words)")
        }
      }
    }
  }

  @Test func timeInWhichItWasFrozenIsNotItsOwn() {
    for transition in [Run.Transition.thaw, .expire(.budget), .interrupt] {
      var moved = run(states[3])
      _ = moved.apply(transition, at: now)
      #expect(moved.frozenFor == .seconds(10))
    }
  }

  @Test(arguments: [nil, .gate(.load)] as [StopReason?])
  func afterAFreezeItIsInThePhaseBefore(asked: StopReason?) {
    let before: Run.Phase = asked.map { .deferring($0) } ?? .running
    var moved = run(before)
    for reason in [StopReason.paused, .gate(.power), .paused] {
      #expect(!moved.apply(.freeze(reason), at: now).isEmpty)
      #expect(moved.deferralBeforeFreeze == asked)
    }
    _ = moved.apply(.thaw, at: now)
    #expect(moved.phase == before)
    #expect(moved.deferralBeforeFreeze == nil)
  }

  @Test func theRestOfTheBudgetStandsStillInAFreeze() throws {
    let frozen = run(states[3])
    let left = try #require(frozen.budgetLeft(at: now))
    #expect(frozen.budgetLeft(at: now + .seconds(60)) == left)
    var thawed = frozen
    _ = thawed.apply(.thaw, at: now)
    #expect(thawed.budgetLeft(at: now) == left)
    let later = max(Duration.zero, left - Duration.seconds(1))
    #expect(thawed.budgetLeft(at: now + .seconds(1)) == later)
    #expect(thawed.budgetLeft(at: now + .seconds(1_000_000)) == .zero)
    var expiring = thawed
    _ = expiring.apply(.expire(.budget), at: now)
    #expect(expiring.budgetLeft(at: now) == nil)
  }
}
