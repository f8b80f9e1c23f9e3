import Scheduling

/// Writes down what a scheduler takes in and decides, until the file is full or cannot be written:
/// then it stops, says so once, and never stands in the way.
///
/// Used from one place at a time.
package final class Recorder {
  private let file: RecordingFile
  private let limit: Int
  private let notify: (String) -> Void
  private var redactor: Redactor
  package private(set) var isStopped = false

  /// Room for the line that says why nothing more comes.
  private static let reserve = 512

  /// - Parameters:
  ///   - limit: The most bytes that the file may have.
  ///   - notify: Told once why it stops.
  package init(
    _ path: String, limit: Int, settings: Settings, notify: @escaping (String) -> Void
  ) throws(RecordingError) {
    file = try RecordingFile(path)
    self.limit = limit
    self.notify = notify
    redactor = Redactor(settings)
    // No version could read a file of two formats. A new version starts all the same.
    guard let format = file.otherFormat else { return }
    isStopped = true
    notify(
      "nothing is recorded: the existing recording has format \(format), and this version writes"
        + " format \(RecordedBeginning.format); move it away, or use another file with --record")
  }

  /// A daemon begins.
  package func began(_ beginning: RecordedBeginning, _ effects: [Effect]) {
    guard !isStopped else { return }
    var beginning = beginning
    beginning.snapshot = redactor.snapshot(beginning.snapshot)
    beginning.measured = beginning.measured.map { $0.map { redactor.measurement($0) } }
    beginning.foundRuns = beginning.foundRuns.mapValues { found in
      if case .ended(let finish) = found { .ended(redactor.finish(finish)) } else { found }
    }
    write(.began(beginning, decided: effects.decisions))
  }

  /// An event was taken.
  package func took(_ event: Event, at now: Instant, _ effects: [Effect]) {
    guard !isStopped else { return }
    write(.took(redactor.event(event), at: now, decided: effects.decisions))
  }

  /// A commit failed, and the scheduler was made again.
  package func reloaded(_ snapshot: Snapshot, before: [Run], at now: Instant) {
    guard !isStopped else { return }
    write(
      .reloaded(redactor.snapshot(snapshot), before: before.map { redactor.run($0) }, at: now))
  }

  private func write(_ line: RecordingLine) {
    do {
      let bytes = try line.bytes
      guard file.length + bytes.count <= limit - Self.reserve else {
        return stop("the recording is full: \(file.length) of \(limit) bytes")
      }
      try file.append(bytes)
    } catch let error as RecordingError {
      stop("recording stopped: \(error)")
    } catch {
      stop("recording stopped: \(error)")
    }
  }

  private func stop(_ why: String) {
    isStopped = true
    if let bytes = try? RecordingLine.stopped(why).bytes { try? file.append(bytes) }
    notify(why)
  }
}
