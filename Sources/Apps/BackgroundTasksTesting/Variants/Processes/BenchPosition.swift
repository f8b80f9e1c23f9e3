import Foundation
import Scheduling

/// The code of an app that a bench has called last. It is known if the process ends.
struct BenchPosition: Sendable, Equatable {
  /// The parts of an app that a bench calls.
  enum Part: String, Sendable {
    case launch, enterForeground, enterBackground, handler
  }

  let part: Part
  /// The identifier of the task, or of the app.
  let identifier: String
  /// The number of the run; `nil` if it is no handler of a task.
  let run: Int64?
  /// The virtual time of the call.
  let at: WallTime
  /// The place that registers the handler; `nil` if it is unknown.
  let location: BenchFailure.Location?

  /// The event in words, for a timeline.
  var event: BenchFailure.Event {
    let text =
      switch part {
      case .launch: "the app is launched"
      case .enterForeground: "the app enters the foreground"
      case .enterBackground: "the app enters the background"
      case .handler: run.map { "run \($0) is passed to its handler" } ?? "its handler is called"
      }
    return BenchFailure.Event(date: at.date, text: text)
  }
}

// The form in a log: words between tabs.
extension BenchPosition {
  /// The position as text, for a log that another process reads.
  var words: String {
    let number = run.map { "\($0)" } ?? ""
    let place = location.map { "\($0.line)\t\($0.fileID)\t\($0.filePath)" } ?? "\t\t"
    return "\(part.rawValue)\t\(at.nanoseconds)\t\(number)\t\(identifier)\t\(place)"
  }

  /// Creates a position from its words, in the order in which `words` writes them; `nil` if they have another form.
  init?(words: Substring) {
    let parts = words.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 7, let part = Part(rawValue: parts[0]), let nanoseconds = Int64(parts[1])
    else { return nil }
    self.part = part
    at = WallTime(nanoseconds: nanoseconds)
    run = Int64(parts[2])
    identifier = parts[3]
    location = Int(parts[4]).map {
      BenchFailure.Location(fileID: parts[5], filePath: parts[6], line: $0)
    }
  }
}

extension Bench {
  /// Reports the call of a part of the app, if this process repeats a test.
  func notePosition(_ part: BenchPosition.Part, _ identifier: String, run: Int64? = nil) {
    guard let repetition = TestRepetition.current else { return }
    let (now, location) = change { ($0.world.now.wall, $0.places.handler(of: identifier)) }
    repetition.note(
      BenchPosition(
        part: part, identifier: identifier, run: run, at: now, location: location))
  }

  /// Reports the call of the handler of a run.
  func notePosition(run: Int64) {
    guard TestRepetition.current != nil, let task = change({ $0.tasks.liveOrPast(run) })
    else { return }
    notePosition(.handler, task.identifier, run: run)
  }
}
