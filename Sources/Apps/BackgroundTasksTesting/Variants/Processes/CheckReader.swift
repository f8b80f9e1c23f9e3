import Foundation
import Synchronization

/// Reads the failed expectations of a test from the file to which the program of the tests writes them: the events of
/// Swift Testing, or the output of XCTest.
final class CheckReader: Sendable {
  private let file: URL
  private let offset: Mutex<Int>

  /// - Parameter offset: The number of bytes of the file to ignore.
  init(_ path: String, from offset: Int = 0) {
    file = URL(filePath: path)
    self.offset = Mutex(offset)
  }

  /// The number of bytes that have been read.
  var position: Int { offset.withLock { $0 } }

  /// Ignores the expectations that have failed before.
  func skip() { _ = problems() }

  /// Returns the expectations that have failed since the last call.
  func problems() -> [BenchVariantResult.Problem] {
    // XCTest buffers its output.
    fflush(nil)
    let text = offset.withLock { offset -> Data in
      guard let contents = try? Data(contentsOf: file), contents.count > offset else {
        return Data()
      }
      // A line is read when it is complete.
      let new = contents[offset...]
      let complete = new.lastIndex(of: UInt8(ascii: "\n")).map { new[...$0] } ?? Data()
      offset += complete.count
      return complete
    }
    // The lines of Swift Testing are JSON, and those of XCTest are text.
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap {
      $0.hasPrefix("{") ? Self.problem(event: Data($0.utf8)) : Self.problem(output: $0)
    }
  }

  /// An event in the stream of Swift Testing. Other events and keys are ignored.
  private struct Record: Decodable {
    struct Message: Decodable {
      let symbol: String
      let text: String
    }
    struct Place: Decodable {
      let fileID: String
      let line: Int
    }
    struct Issue: Decodable {
      let isKnown: Bool
      let sourceLocation: Place?
    }
    struct Event: Decodable {
      let kind: String
      let messages: [Message]
      let issue: Issue?
    }
    let payload: Event
  }

  /// Returns the problem of an event; `nil` if it is another event, or a known issue.
  private static func problem(event: Data) -> BenchVariantResult.Problem? {
    guard let event = try? JSONDecoder().decode(Record.self, from: event).payload,
      event.kind == "issueRecorded", let issue = event.issue, !issue.isKnown
    else { return nil }
    return BenchVariantResult.Problem(
      place: issue.sourceLocation.map { "\($0.fileID):\($0.line)" },
      message: event.messages.map(\.text).joined(separator: "; "))
  }

  /// Returns the problem of a line such as `/news/Tests.swift:12: error: NewsCases.testNews : XCTAssertTrue failed`;
  /// `nil` if it is another line.
  private static func problem(output: Substring) -> BenchVariantResult.Problem? {
    guard let errorMark = output.firstRange(of: ": error: ") else { return nil }
    let place = output[..<errorMark.lowerBound]
    guard let line = place.lastIndex(of: ":"), Int(place[place.index(after: line)...]) != nil else {
      return nil
    }
    let text = output[errorMark.upperBound...]
    let message = text.firstRange(of: " : ").map { text[$0.upperBound...] } ?? text
    return BenchVariantResult.Problem(place: String(place), message: String(message))
  }
}
