import Foundation
import Scheduling
import Testing

@testable import Launch

/// Which starts of units a run was is known after a restart, too.
@Suite final class UnitNotesTests {
  private let directory: String
  private let notes: UnitNotes

  init() throws {
    directory = try makeTemporaryDirectory()
    notes = UnitNotes(directory: directory)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  @Test func eachStartIsNotedOnce() {
    let starts = [
      UnitStart(invocation: "ab", unit: "rubato-run-7.service", microseconds: 12),
      UnitStart(invocation: "cd", unit: "rubato-run-7-step-1.service", microseconds: 13),
      // A unit that is not the run's own.
      UnitStart(invocation: "ef"),
    ]
    for start in starts + starts { notes.add(start, to: .run(7)) }
    notes.addEnd(microseconds: 14, to: .run(8))
    #expect(notes.starts(of: .run(7)) == starts)
    #expect(notes.starts(of: .run(8)).isEmpty)
  }

  @Test func theEndOfAStartIsNotedOnce() {
    let first = UnitStart(
      invocation: "ab", unit: "rubato-run-7-step-0.service", microseconds: 12, identifier: "own")
    let second = UnitStart(
      invocation: "cd", unit: "rubato-run-7-step-1.service", microseconds: 14, identifier: "own")
    notes.add(first, to: .run(7))
    for end in [13, 99] as [Int64] { notes.addEnd(microseconds: end, to: .run(7)) }
    notes.add(second, to: .run(7))
    var ended = first
    ended.endMicroseconds = 13
    #expect(notes.starts(of: .run(7)) == [ended, second])
  }

  @Test func timesBefore1970AreUnknown() throws {
    mkdir("\(directory)/7", 0o700)
    try "ab u.service 12 own\nend \(Int64.min)\ncd u.service -1 own\n".write(
      toFile: "\(directory)/7/units", atomically: true, encoding: .utf8)
    let first = UnitStart(invocation: "ab", unit: "u.service", microseconds: 12, identifier: "own")
    #expect(notes.starts(of: .run(7)) == [first, UnitStart(invocation: "cd")])
  }

  @Test func anIdentifierWithSpacesIsNotNoted() {
    notes.add(
      UnitStart(invocation: "ab", unit: "u.service", microseconds: 12, identifier: "a b"),
      to: .run(7))
    #expect(
      notes.starts(of: .run(7))
        == [UnitStart(invocation: "ab", unit: "u.service", microseconds: 12)])
  }

  @Test func aStartOfAnEarlierVersionHasAnIdAlone() throws {
    mkdir("\(directory)/7", 0o700)
    try "ab\n".write(toFile: "\(directory)/7/units", atomically: true, encoding: .utf8)
    #expect(notes.starts(of: .run(7)) == [UnitStart(invocation: "ab")])
  }
}
