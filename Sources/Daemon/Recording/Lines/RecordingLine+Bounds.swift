import Scheduling

extension RecordingLine {
  /// A number that no daemon can have written, and that would crash a scheduler in this process; `nil` if there is
  /// none.
  var misfit: Misfit? {
    switch self {
    case .began(let beginning, _): beginning.misfit
    case .took(let event, let moment, _): moment.misfit ?? event.misfit
    case .reloaded(let snapshot, let runsBefore, let moment):
      moment.misfit ?? snapshot.firstMisfit ?? runsBefore.lazy.compactMap(\.misfit).first
    case .stopped: nil
    }
  }
}

extension RecordedBeginning {
  /// The first impossible number in the time, the state, the zone, the measured values or the ended runs; `nil` if
  /// there is none.
  fileprivate var misfit: Misfit? {
    at.misfit ?? snapshot.firstMisfit
      ?? zoneSeconds.flatMap { Event.zone(secondsFromUTC: $0).misfit }
      ?? Event.measured(measured ?? [], isFullPoll: false).misfit
      ?? found.lazy.compactMap { found in
        if case .ended(let processExit) = found.state { processExit.misfit } else { nil }
      }.first
  }
}

extension Snapshot {
  /// The first impossible number in the stored state; `nil` if there is none.
  fileprivate var firstMisfit: Misfit? { checked().unfit.first?.misfit }
}
