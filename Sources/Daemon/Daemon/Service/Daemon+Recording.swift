import Control
import Logging
import Recording
import Scheduling
import Stepping

/// Sends the steps of the stepper to a recording.
final class RecordingObserver: StepObserver {
  private let recorder: Recorder

  init(_ recorder: Recorder) {
    self.recorder = recorder
  }

  /// Records the initial state and the first effects, with the version of this daemon, which error messages of `replay`
  /// name.
  func began(_ beginning: InitialState, at now: Instant, _ effects: [Effect]) {
    var recorded = RecordedBeginning(
      beginning.snapshot, settings: beginning.settings, bootID: beginning.bootID,
      rubato: Version.text, at: now)
    recorded.zoneSeconds = beginning.zoneSeconds
    recorded.foundRuns = beginning.found
    recorded.measured = beginning.measured
    recorder.began(recorded, effects)
  }

  /// Records an event that the scheduler has handled, with its decisions.
  func took(_ event: Event, at now: Instant, _ effects: [Effect]) {
    recorder.took(event, at: now, effects)
  }

  /// Records that a commit failed and the scheduler was rebuilt from the store.
  func reloaded(_ snapshot: Snapshot, runsBefore: [Run], at now: Instant) {
    recorder.reloaded(snapshot, runsBefore: runsBefore, at: now)
  }
}

extension Daemon {
  /// Makes the observer that writes a recording; `nil` if none was requested.
  func makeRecordingObserver() throws(DaemonError) -> (any StepObserver)? {
    guard let path = options.recording else { return nil }
    let logger = logger
    do throws(RecordingError) {
      let recorder = try Recorder(path, limit: options.recordingLimit, settings: policy.settings) {
        logger.warning("\(path): \($0)")
      }
      if !recorder.isStopped {
        logger.notice("Recording input and decisions in \(path)")
      }
      return RecordingObserver(recorder)
    } catch {
      throw DaemonError("\(error)")
    }
  }
}
