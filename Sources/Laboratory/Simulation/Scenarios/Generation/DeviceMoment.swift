import Scheduling

/// A change of a device or of its use, as the habits of a scenario give it. `ScenarioTimeline` converts the changes to
/// the steps of a timeline.
struct DeviceMoment {
  enum Change {
    /// The new offset of the clocks from UTC, in seconds.
    case zone(Int)
    /// The end of the machine's sleep.
    case woke
    /// The end of a visit of an app, by its number.
    case closed(Int)
    /// The beginning or the end of charging.
    case powered(Bool)
    /// The new place of the device, by the place's number.
    case place(Int)
    /// The screen, which is lit while the device is in use.
    case lit(Bool)
    /// Values that the scenario gives for this moment.
    case reported([DeviceValue])
    /// The beginning of a visit of an app, by its number.
    case opened(Int)
    /// The beginning of the machine's sleep.
    case asleep(until: WallTime)
  }

  var at: WallTime
  var change: Change
}

extension DeviceMoment {
  /// The shortest sleep; shorter ones are left out.
  private static let shortestSleep = Duration.minutes(1)

  /// Returns all moments of a scenario in the order of time; at the same moment, the one that was created first comes
  /// first.
  static func all(_ scenario: Scenario, _ days: DayGenerator) -> [DeviceMoment] {
    let device = scenario.device
    let visits = days.appVisits(scenario.apps)
    let lit = days.litTimes(device, visits)
    // The order in which moments are added is their order at the same time: one app closes before the next one opens,
    // and the values of `changes` replace those of habits.
    var moments = zones(scenario.clock, from: days.range.lowerBound)
    // A device that is in use does not sleep.
    let asleep = days.times(of: device.sleeps, stream: Stream.sleep).without(lit)
      .filter { $0.upperBound - $0.lowerBound >= shortestSleep }
    moments += asleep.map { DeviceMoment(at: $0.upperBound, change: .woke) }
    moments += visits.map { DeviceMoment(at: $0.time.upperBound, change: .closed($0.app)) }
    moments += days.times(of: device.plugged, stream: Stream.plug).changes { .powered($0) }
    moments += places(device, days)
    moments += lit.changes { .lit($0) }
    moments += visits.map { DeviceMoment(at: $0.time.lowerBound, change: .opened($0.app)) }
    moments += asleep.map {
      DeviceMoment(at: $0.lowerBound, change: .asleep(until: $0.upperBound))
    }
    // A state that the end of the scenario cuts off does not end there: changes at the end itself are left out.
    moments.removeAll { !days.range.contains($0.at) }
    // A reported change at the end itself is kept: its file gives that moment.
    moments += device.changes.map {
      DeviceMoment(at: days.range.lowerBound + $0.after, change: .reported($0.values))
    }
    moments.removeAll { $0.at < days.range.lowerBound || days.range.upperBound < $0.at }
    // In place, since a year has many of them. The sort is stable.
    moments.sort { $0.at < $1.at }
    return moments
  }

  /// Returns the changes of the clocks' offset from UTC: the offset at `start`, unless it is 0, and the later
  /// changes.
  private static func zones(_ clock: LocalClock, from start: WallTime) -> [DeviceMoment] {
    let firstOffset = clock.secondsFromUTC(at: start)
    let atStart = firstOffset == 0 ? [] : [DeviceMoment(at: start, change: .zone(firstOffset))]
    let later = clock.zones.filter { $0.from > start }.map {
      DeviceMoment(at: $0.from, change: .zone($0.secondsFromUTC))
    }
    return atStart + later
  }

  /// Returns the device's place from each beginning or end of a stay on. Of several stays at that moment, the last in
  /// the list applies; without a stay, the first place.
  private static func places(_ device: DeviceModel, _ days: DayGenerator) -> [DeviceMoment] {
    let stays = device.stays.enumerated().flatMap { index, stay in
      days.times(of: stay.period, stream: Stream.stay + index).map { (place: stay.place, time: $0) }
    }
    let bounds = Set(stays.flatMap { [$0.time.lowerBound, $0.time.upperBound] })
    return bounds.sorted().map { bound in
      let place = stays.last { $0.time.contains(bound) }?.place ?? 0
      return DeviceMoment(at: bound, change: .place(place))
    }
  }
}

extension [Range<WallTime>] {
  /// Returns two moments for each range: the change to `true` at its beginning, and the change to `false` at its end.
  fileprivate func changes(_ change: (Bool) -> DeviceMoment.Change) -> [DeviceMoment] {
    flatMap {
      [
        DeviceMoment(at: $0.lowerBound, change: change(true)),
        DeviceMoment(at: $0.upperBound, change: change(false)),
      ]
    }
  }
}
