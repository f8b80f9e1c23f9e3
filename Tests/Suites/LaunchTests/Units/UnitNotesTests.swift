import Foundation
import Scheduling
import Testing

@testable import Launch

/// The start of a unit for each run is also known after a restart.
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
      // A unit that does not belong to the run.
      UnitStart(invocation: "ef"),
    ]
    for start in starts + starts { notes.add(start, to: .run(7)) }
    #expect(notes.starts(of: .run(7)) == starts)
    #expect(notes.starts(of: .run(8)).isEmpty)
  }

  @Test func aStartOfAnEarlierVersionHasAnIdAlone() throws {
    mkdir("\(directory)/7", 0o700)
    try "ab\n".write(toFile: "\(directory)/7/units", atomically: true, encoding: .utf8)
    #expect(notes.starts(of: .run(7)) == [UnitStart(invocation: "ab")])
  }
}
