import Foundation
import Scheduling
import Testing

@testable import Recording

struct ReplayTests {
  private func bytes(of life: RecordedLife) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: life.path)))
  }

  private func replay(_ bytes: [UInt8]) throws -> Replay {
    var reader = try RecordingReader(bytes, file: "recording.jsonl")
    return try Replay(&reader)
  }

  @Test(arguments: 1...12)
  func everyDecisionIsTheSame(seed: UInt64) throws {
    let life = try RecordedLife(seed: seed)
    try life.live(events: 600)
    let replay = try replay(bytes(of: life))
    #expect(replay.differing == 0, "\(replay.differences)")
    #expect(replay.events > 550 && replay.decisions > 100)
    #expect(replay.starts > 1 && replay.failedCommits > 0)
    #expect(life.notices.isEmpty && !replay.isCutOff && replay.stopped == nil)
  }

  /// With any number in the recording, it is replayed, or refused with the number of the line.
  @Test(arguments: 1...4)
  func noNumberEndsTheProcess(seed: UInt64) throws {
    let life = try RecordedLife(seed: seed)
    try life.live(events: 60)
    let text = String(decoding: try bytes(of: life), as: UTF8.self)
    var generator = SplitMix(state: seed)
    let numbers = text.matches(of: /-?[0-9]+/).map(\.range)
    let extremes: [Int64] = [.min, -1, 0, 1, 1 << 53, 7_000_000_000_000_000_000, .max]
    var refused = 0
    for _ in 0..<150 {
      let range = numbers[Int(generator.below(numbers.count))]
      let value = extremes[Int(generator.below(extremes.count))]
      let damaged = text.replacingCharacters(in: range, with: String(value))
      do {
        _ = try replay(Array(damaged.utf8))
      } catch let error as RecordingError {
        #expect(error.description.hasPrefix("recording.jsonl:") || value == 0, "\(error)")
        refused += 1
      }
    }
    #expect(refused > 10)
  }

  @Test func nothingSecretIsInIt() throws {
    for seed in 1...6 {
      let life = try RecordedLife(seed: UInt64(seed))
      try life.live(events: 400)
      let text = String(decoding: try bytes(of: life), as: UTF8.self)
      #expect(!text.contains(RecordedLife.secret) && text.contains("task3"))
    }
  }

  @Test func aRunThatIsFrozenWithoutALimitIsReplayed() throws {
    let life = try RecordedLife(seed: 1)
    var submission = Submission(
      owner: 1000, id: "encode", kind: .maintenance, command: Command(arguments: ["/bin/true"]))
    submission.terms.requires = .power
    submission.terms.run.onClosedGate = .freezeWhenBusy
    life.take(.device([.power(.ac), .battery(80), .idle(true)], 1))
    life.pass(.minutes(15))
    life.take(.time)
    life.take(.submit(submission, 2))
    life.take(.runStarted(1))
    life.pass(.minutes(1))
    life.take(.device([.power(.battery)], 3))
    life.pass(.seconds(30))
    life.take(.time)
    life.pass(.hours(30))
    life.take(.time)
    try life.begin(limit: 64 << 20, found: [1: .alive])
    life.take(.device([.power(.ac)], 4))
    life.pass(.minutes(2))
    life.take(.time)
    life.take(.runEnded(1, ProcessExit(exit: 0)))
    let bytes = try bytes(of: life)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("freeze-when-busy") && text.contains("freeze"), "\(text.suffix(2000))")
    let replay = try replay(bytes)
    #expect(replay.differing == 0 && replay.starts == 2, "\(replay.differences)")
  }

  /// A changed number changes a decision, which is found where it was made.
  @Test func tellsTheFirstDecisionThatDiffers() throws {
    let life = try RecordedLife(seed: 3)
    try life.live(events: 300)
    let text = String(decoding: try bytes(of: life), as: UTF8.self)
    let changed = text.replacingOccurrences(
      of: "\"maintenance.runs-on-battery\":\"no\"", with: "\"maintenance.runs-on-battery\":\"yes\"")
    let replay = try replay(Array(changed.utf8))
    #expect(replay.differing > 0)
    let first = try #require(replay.differences.first)
    #expect(!first.now.isEmpty || !first.then.isEmpty)
    let lines = text.split(separator: "\n")
    #expect(first.then.allSatisfy { lines[first.line - 1].contains($0) })
  }

  @Test func aDecisionThatIsNotMadeNowIsToldWithWhatHoldsIt() throws {
    let life = try RecordedLife(seed: 1)
    life.take(.device([.power(.battery), .battery(80)], 1))
    life.take(
      .submit(
        Submission(
          owner: 1000, id: "index", kind: .maintenance, command: Command(arguments: ["/bin/true"])),
        2))
    let text = String(decoding: try bytes(of: life), as: UTF8.self)
      .replacingOccurrences(
        of: "\"decided\":[\"accept 1000/index",
        with: "\"decided\":[\"launch run 1 of 1000/index budget 30m\",\"accept 1000/index")
    let replay = try replay(Array(text.utf8))
    #expect(replay.differing == 1)
    let difference = try #require(replay.differences.first)
    #expect(difference.then == ["launch run 1 of 1000/index budget 30m"])
    #expect(difference.now.isEmpty && difference.line == 3)
    #expect(difference.reasons["1000/index"]?.contains { $0.contains("on battery") } == true)
  }

  @Test func aCrashInTheMiddleOfALineIsSaid() throws {
    let life = try RecordedLife(seed: 5)
    try life.live(events: 50)
    let replay = try replay(Array(try bytes(of: life).dropLast(20)))
    #expect(replay.isCutOff && replay.differing == 0)
  }

  @Test func aCorruptLineIsRefusedWithItsNumber() throws {
    let life = try RecordedLife(seed: 5)
    try life.live(events: 20)
    var lines = String(decoding: try bytes(of: life), as: UTF8.self)
      .split(separator: "\n").map { String($0) }
    for broken in ["{}", "{\"at\":[1,2],\"event\":{\"time\":{}}}", "nonsense", ""] {
      lines[7] = broken
      let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
      let error = #expect(throws: RecordingError.self) { try replay(bytes) }
      #expect(error?.description.hasPrefix("recording.jsonl:8: ") == true, "\(broken)")
    }
    #expect(throws: RecordingError.self) { try replay(Array("{\"a\":1}\n".utf8)) }
    #expect(throws: RecordingError.self) { try replay([]) }
  }

  @Test func anotherFormatIsRefused() throws {
    let life = try RecordedLife(seed: 5)
    let text = String(decoding: try bytes(of: life), as: UTF8.self)
    for (old, new) in [
      ("\"format\":1", "\"format\":2"), ("\"boot-delay\":\"5m\"", "\"boot-delay\":\"soon\""),
      ("\"boot-delay\":", "\"swarm-time\":"),
    ] {
      let changed = text.replacingOccurrences(of: old, with: new)
      #expect(changed != text)
      #expect(throws: RecordingError.self) { try replay(Array(changed.utf8)) }
    }
  }
}
