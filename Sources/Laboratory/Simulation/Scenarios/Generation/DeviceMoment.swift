import Scheduling

/// Something that changes about a device or its use.
struct DeviceMoment {
  enum Change {
    case zone(Int)
    case woke
    case closed(Int)
    case powered(Bool)
    case place(Int)
    case lit(Bool)
    case told([DeviceValue])
    case opened(Int)
    case asleep(until: WallTime)
  }

  var at: WallTime
  var change: Change
}

extension DeviceMoment {
  /// A sleep that is shorter is none.
  private static let shortestSleep = Duration.minutes(1)

  /// All of a scenario's, in the order of time; of two at the same moment, the one that was put
  /// together first.
  static func all(_ scenario: Scenario, _ book: DayGenerator) -> [DeviceMoment] {
    let device = scenario.device
    let visits = book.appVisits(scenario.apps)
    let lit = book.litTimes(device, visits)
    var moments = zones(scenario.clock, from: book.range.lowerBound)
    let asleep = book.times(of: device.sleeps, stream: Stream.sleep).without(lit)
      .filter { $0.upperBound - $0.lowerBound >= shortestSleep }
    moments += asleep.map { DeviceMoment(at: $0.upperBound, change: .woke) }
    moments += visits.map { DeviceMoment(at: $0.time.upperBound, change: .closed($0.app)) }
    moments += book.times(of: device.plugged, stream: Stream.plug).changes { .powered($0) }
    moments += places(device, book)
    moments += lit.changes { .lit($0) }
    moments += visits.map { DeviceMoment(at: $0.time.lowerBound, change: .opened($0.app)) }
    moments += asleep.map {
      DeviceMoment(at: $0.lowerBound, change: .asleep(until: $0.upperBound))
    }
    // What is only cut off by the end of the scenario has no end.
    moments = moments.filter { book.range.contains($0.at) }
    moments += device.changes.map {
      DeviceMoment(at: book.range.lowerBound + $0.after, change: .told($0.values))
    }
    return moments.filter { book.range.lowerBound <= $0.at && $0.at <= book.range.upperBound }
      .enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }

  /// How clocks stand at the beginning, where that is not UTC, and how they are set.
  private static func zones(_ clock: LocalClock, from start: WallTime) -> [DeviceMoment] {
    let first = clock.secondsFromUTC(at: start)
    return (first == 0 ? [] : [DeviceMoment(at: start, change: .zone(first))])
      + clock.zones.filter { $0.from > start }.map {
        DeviceMoment(at: $0.from, change: .zone($0.secondsFromUTC))
      }
  }

  /// Where the device goes; the first place is where it is where nothing else is said.
  private static func places(_ device: DeviceModel, _ book: DayGenerator) -> [DeviceMoment] {
    let stays = device.stays.enumerated().flatMap { index, stay in
      book.times(of: stay.spell, stream: Stream.stay + index).map { (place: stay.place, time: $0) }
    }
    let bounds = Set(stays.flatMap { [$0.time.lowerBound, $0.time.upperBound] })
    return bounds.sorted().map { bound in
      let place = stays.last { $0.time.contains(bound) }?.place ?? 0
      return DeviceMoment(at: bound, change: .place(place))
    }
  }
}

extension [Range<WallTime>] {
  fileprivate func changes(_ change: (Bool) -> DeviceMoment.Change) -> [DeviceMoment] {
    flatMap {
      [
        DeviceMoment(at: $0.lowerBound, change: change(true)),
        DeviceMoment(at: $0.upperBound, change: change(false)),
      ]
    }
  }
}
