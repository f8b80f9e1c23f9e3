import Scheduling

/// A stay of the user in an app, by its number.
struct AppStay: Hashable {
  var app: Int
  var time: Range<WallTime>
}

/// The streams of random numbers of different habits.
enum Stream {
  static let plug = 1_000_000
  static let stay = 2_000_000
  static let sleep = 3_000_000
  static let use = 4_000_000
  static let session = 5_000_000
  static let trait = 6_000_000
  static let favourite = 7_000_000
  static let app = 10_000_000
  /// The day number of choices, which no scenario has.
  static let choice = -1_000_000
}

extension DayGenerator {
  /// Returns all visits of apps in the order of time; each ends at the latest when the next begins.
  func appVisits(_ apps: [AppModel]) -> [AppStay] {
    var visits = allVisits(apps).enumerated().sorted {
      ($0.element.time.lowerBound, $0.offset) < ($1.element.time.lowerBound, $1.offset)
    }.map(\.element)
    for index in visits.indices.dropLast() {
      let next = visits[index + 1].time.lowerBound
      let time = visits[index].time
      visits[index].time = time.lowerBound..<min(time.upperBound, next)
    }
    return visits.filter { !$0.time.isEmpty }
  }

  /// Returns the visits of all apps, in no order and with overlaps. The visits of a model with several apps are divided
  /// among them at random, and each app has its own number.
  private func allVisits(_ apps: [AppModel]) -> [AppStay] {
    var visits: [AppStay] = []
    var firstNumber = 0
    for (index, app) in apps.enumerated() {
      let choice = AppChoice(count: app.count)
      for (number, rhythm) in app.opens.enumerated() {
        let stream = Stream.app + index * 1000 + number
        var generator = SeededGenerator(seed: seed, stream: stream, day: Stream.choice)
        visits += self.visits(of: rhythm, stream: stream).map {
          let rank = choice.next(&generator)
          return AppStay(
            app: firstNumber + (app.ranking.isEmpty ? rank : app.ranking[rank]), time: $0)
        }
      }
      firstNumber += app.count
    }
    return visits
  }

  /// Returns the times in which the screen is lit and the device in use, in order and without overlaps; empty if the
  /// device has no screen.
  func litTimes(_ device: DeviceModel, _ visits: [AppStay]) -> [Range<WallTime>] {
    guard device.hasScreen else { return [] }
    var times = visits.map(\.time)
    for (index, rhythm) in device.use.enumerated() {
      times += self.visits(of: rhythm, stream: Stream.use + index)
    }
    times += self.times(of: device.sessions, stream: Stream.session)
    return times.map {
      $0.lowerBound..<min($0.upperBound + device.darkAfter, range.upperBound)
    }.joined()
  }

  /// Returns the times of all intervals of one sort, in order and without overlaps.
  func times(of periods: [DailyPeriod], stream: Int) -> [Range<WallTime>] {
    periods.enumerated().flatMap { times(of: $0.element, stream: stream + $0.offset) }.joined()
  }
}

extension [Range<WallTime>] {
  /// Returns the ranges in order, with overlapping and touching ones joined.
  func joined() -> [Range<WallTime>] {
    sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
      .reduce(into: []) { joined, next in
        if let last = joined.last, next.lowerBound <= last.upperBound {
          let end = Swift.max(last.upperBound, next.upperBound)
          joined[joined.count - 1] = last.lowerBound..<end
        } else {
          joined.append(next)
        }
      }
  }

  /// Returns these ranges without `others`; both must be in order and without overlaps.
  func without(_ others: [Range<WallTime>]) -> [Range<WallTime>] {
    var rest = others[...]
    return flatMap { time in
      rest = rest.drop { $0.upperBound <= time.lowerBound }
      var from = time.lowerBound
      var parts: [Range<WallTime>] = []
      for other in rest.prefix(while: { $0.lowerBound < time.upperBound }) {
        if from < other.lowerBound { parts.append(from..<other.lowerBound) }
        from = Swift.max(from, other.upperBound)
      }
      return from < time.upperBound ? parts + [from..<time.upperBound] : parts
    }
  }
}
