import Control
import Descriptors
import Launch
import Scheduling

/// The stop timeouts of the units that a call names, as reported by systemd.
struct StopTimes: Sendable {
  private var times: [String: Result<Double, LaunchError>] = [:]

  /// Returns a copy with the stop timeout of `unit` in seconds, or with the error of its query.
  fileprivate func adding(
    _ time: Result<Double, LaunchError>, of unit: String
  ) -> Self {
    var all = self
    all.times[unit] = time
    return all
  }

  /// Returns the stop timeout of `unit`. Throws a refusal of `field` if the unit does not exist or cannot be started.
  func time(of unit: String, field: String) throws(Refusal) -> Duration {
    do throws(LaunchError) {
      guard let seconds = try times[unit]?.get() else {
        throw .unavailable("unit \(unit) not found.")
      }
      // A unit without a timeout reports infinity. 1e9 seconds are 31 years.
      let boundedSeconds = min(max(0, seconds), 1e9)
      return .nanoseconds(Int64(bounded: boundedSeconds * 1e9))
    } catch {
      throw Refusal(.invalid, field: field, value: unit, message: "\(error)")
    }
  }
}

extension Engine {
  /// Queries systemd for the stop timeouts of the units, one after the other, without blocking the loop.
  ///
  /// - Parameter answer: Called on the loop.
  func stopTimes(
    ofUnits units: [String], _ answer: @escaping @Sendable (StopTimes) -> Void
  ) {
    loop.execute { [self] in queryStopTimes(units[...], StopTimes(), answer) }
  }

  /// Queries the stop timeout of each of `units`, one after the other, and adds it to `known`. Passes all results
  /// to `answer`. Errors are among the results.
  private func queryStopTimes(
    _ units: ArraySlice<String>, _ known: StopTimes,
    _ answer: @escaping @Sendable (StopTimes) -> Void
  ) {
    guard let unit = units.first else { return answer(known) }
    programs.launcher.queryStopSeconds(ofUnit: unit) { [self] time in
      queryStopTimes(units.dropFirst(), known.adding(time, of: unit), answer)
    }
  }
}

extension Submit {
  /// Returns the units that the call names as its command or for failures. Leaves out units that the caller may not
  /// start: the submission is refused because of them, so systemd is not queried.
  func units(for caller: Caller) -> [String] {
    [command?.unit, onFailure].compactMap { $0 }.filter { unit in
      // The refusal is not used here, so it needs no field.
      (try? caller.requireUnits(field: "", unit)) != nil
    }
  }
}
