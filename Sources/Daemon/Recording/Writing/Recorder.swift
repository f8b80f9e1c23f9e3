import Scheduling

/// Records the events and decisions of a scheduler until the file is full or cannot be written. It then stops,
/// reports that once, and never blocks the scheduler.
///
/// Used by one thread at a time.
package final class Recorder {
  private let file: RecordingFile
  private let limit: Int
  private let notify: (String) -> Void
  private var redactor: Redactor
  package private(set) var isStopped = false

  /// Space for the last line, which contains the reason of the stop.
  private static let reserve = 512

  /// Opens the file at `path`, and continues a recording there. Records nothing if the recording has another format.
  ///
  /// - Parameters:
  ///   - limit: Maximum size of the file in bytes.
  ///   - notify: Called once with the reason of the stop.
  package init(
    _ path: String, limit: Int, settings: Settings, notify: @escaping (String) -> Void
  ) throws(RecordingError) {
    file = try RecordingFile(path)
    self.limit = limit
    self.notify = notify
    redactor = Redactor(settings)
    // No version could read a file with two formats. A new version starts nevertheless.
    guard let format = file.otherFormat else { return }
    isStopped = true
    notify(
      "nothing is recorded: the existing recording has format \(format), and this version writes"
        + " format \(RecordedBeginning.format); move it away, or use another file with --record")
  }

  /// Records the start of a daemon and its first decisions, without secrets. Does nothing if the recording is stopped.
  package func began(_ beginning: RecordedBeginning, _ effects: [Effect]) {
    guard !isStopped else { return }
    var beginning = beginning
    beginning.snapshot = redactor.snapshot(beginning.snapshot)
    beginning.measured = beginning.measured.map { $0.map { redactor.measurement($0) } }
    beginning.foundRuns = beginning.foundRuns.mapValues { found in
      if case .ended(let processExit) = found {
        .ended(redactor.redact(processExit))
      } else {
        found
      }
    }
    write(.began(beginning, decided: effects.decisions))
  }

  /// Records a handled event and its decisions, without secrets. Does nothing if the recording is stopped.
  package func took(_ event: Event, at now: Instant, _ effects: [Effect]) {
    guard !isStopped else { return }
    write(.took(redactor.event(event), at: now, decided: effects.decisions))
  }

  /// Records a failed commit, after which the scheduler was rebuilt from `snapshot`. Does nothing if the recording is
  /// stopped.
  package func reloaded(_ snapshot: Snapshot, runsBefore: [Run], at now: Instant) {
    guard !isStopped else { return }
    write(
      .reloaded(
        redactor.snapshot(snapshot), runsBefore: runsBefore.map { redactor.run($0) }, at: now))
  }

  /// Appends a line. If it does not fit or cannot be written, ends the recording.
  private func write(_ line: RecordingLine) {
    do {
      let bytes = try line.bytes
      guard file.length + bytes.count <= limit - Self.reserve else {
        return stop("the recording is full: \(file.length) of \(limit) bytes")
      }
      try file.append(bytes)
    } catch {
      stop("recording stopped: \(error)")
    }
  }

  /// Ends the recording: appends the reason `why` to the file if possible, and reports it. An empty file stays empty:
  /// it must begin with the start of a daemon, or no later daemon could start with it.
  private func stop(_ why: String) {
    isStopped = true
    if file.length > 0, let bytes = try? RecordingLine.stopped(why).bytes {
      try? file.append(bytes)
    }
    notify(why)
  }
}
