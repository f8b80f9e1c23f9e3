import Foundation
import Scheduling
import Testing

@testable import Recording

/// Recordings of other versions: they are read, or the refusal names the version that can read them.
struct OlderRecordingTests {
  /// Recordings of each released version: every kind of event, and a start with all kinds of stored state.
  private static let versions = ["0.1.0"]

  private func lines(_ version: String) throws -> [String] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Versions/\(version).jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { String($0) }
  }

  private func read(_ lines: [String]) throws -> [RecordingLine] {
    var reader = try RecordingReader(Array((lines.joined(separator: "\n") + "\n").utf8), file: "r")
    var read: [RecordingLine] = []
    while let line = try reader.next() { read.append(line) }
    return read
  }

  /// Fails if the model has changed: a property that is neither optional nor has a default in its type's `init(from:)`,
  /// or a case with another name. Either give the missing property a value, or raise `RecordedBeginning.format`, expect
  /// the refusal here, and document it in docs/replay.md.
  @Test(arguments: versions)
  func whatAnOlderVersionWroteIsReadAndDecided(version: String) throws {
    let lines = try lines(version)
    let read = try read(lines)
    #expect(read.count == lines.count)
    let events = read.compactMap { if case .took(let event, _, _) = $0 { event } else { nil } }
    #expect(Set(events.map(kind)) == Set(0...18))
    var reader = try RecordingReader(Array((lines.joined(separator: "\n") + "\n").utf8), file: "r")
    let replay = try Replay(&reader)
    // The decisions may differ in this version; other tests check decisions.
    #expect(replay.events == events.count && replay.starts > 1 && replay.failedCommits > 0)
    #expect(replay.versions == [version])
  }

  /// Numbers the kinds of events. A new kind belongs in the recording of the next version.
  private func kind(_ event: Event) -> Int {
    switch event {
    case .submit: 0
    case .cancel: 1
    case .runNow: 2
    case .stop: 3
    case .report: 4
    case .unquarantine: 5
    case .registerApp: 6
    case .removeApp: 7
    case .app: 8
    case .device: 9
    case .measured: 10
    case .freezeDevice: 11
    case .thawDevice: 12
    case .sleep: 13
    case .zone: 14
    case .runStarted: 15
    case .runEnded: 16
    case .time: 17
    case .drain: 18
    case .attachApp: 19
    case .finishLaunch: 20
    case .detachApp: 21
    case .debugged: 22
    case .foundLocks: 23
    case .holdApp: 24
    case .changed: 25
    case .pause: 26
    case .resume: 27
    case .acknowledge: 28
    case .retry: 29
    case .checkEnded: 30
    case .submitAll: 31
    case .setWidth: 32
    case .setSlots: 33
    }
  }

  /// As if the recording were older than a property that this version requires.
  @Test(arguments: [
    ("\"allowsBattery\":false,", ""), ("\"submit\":{", "\"offer\":{"),
    ("\"nextRun\":1,", ""), ("\"kind\":\"maintenance\"", "\"kind\":\"upkeep\""),
  ])
  func whatIsNotUnderstoodNamesTheVersionThatWroteIt(then: String, now: String) throws {
    var lines = try lines("0.1.0").map {
      $0.replacingOccurrences(of: "\"rubato\":\"0.1.0\"", with: "\"rubato\":\"0.0.9\"")
    }
    let index = try #require(lines.firstIndex { $0.contains(then) })
    lines[index] = lines[index].replacingOccurrences(of: then, with: now)
    let error = #expect(throws: RecordingError.self) { try read(lines) }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("r:\(index + 1): not a line of a recording ("), "\(text)")
    #expect(
      text.hasSuffix("replay it with the rubatoctl of the version that wrote it, Rubato 0.0.9"))
  }

  /// The rest of the line does not matter.
  @Test func anotherFormatIsNamedBeforeItsLineIsRead() throws {
    let began = "{\"began\":{\"format\":7,\"rubato\":\"3.2\",\"world\":{}}}"
    let error = #expect(throws: RecordingError.self) { try read([began]) }
    #expect(
      error?.description
        == "r:1: the format is 7, and this version reads 1: replay it with the rubatoctl of the"
        + " version that wrote it, Rubato 3.2")
  }

  /// A setting that is newer than the recording has its default.
  @Test func aNumberThatIsNotInItIsAsInTheDefaults() throws {
    let lines = try lines("0.1.0").map {
      $0.replacingOccurrences(of: "\"herd-time\":\"5m\",", with: "")
    }
    guard case .began(let beginning, _) = try read(lines).first else {
      Issue.record("no beginning")
      return
    }
    #expect(beginning.settings["herd-time"] == nil)
    #expect(beginning.knownSettings.bootDelay == Settings().bootDelay)
  }

  @Test func aSettingThatWasRenamedIsReadByItsFormerName() throws {
    let lines = try lines("0.1.0").map {
      $0.replacingOccurrences(of: "\"herd-time\":\"5m\"", with: "\"herd-time\":\"7m\"")
    }
    guard case .began(let beginning, _) = try read(lines).first else {
      Issue.record("no beginning")
      return
    }
    #expect(beginning.unknownSetting == nil)
    #expect(beginning.knownSettings.bootDelay == .minutes(7))
  }
}
