import Scheduling

/// A stay of the user in an app, by its number.
struct AppStay: Hashable {
  var app: Int
  var time: Range<WallTime>
}

/// The numbers of the sequences of random numbers. Each habit has its own sequence: a change of one habit in a scenario
/// leaves the drawn times of all others as they are. The distances leave room for the places of habits in a list.
enum Stream {
  static let plug = 1_000_000
  static let stay = 2_000_000
  static let sleep = 3_000_000
  static let use = 4_000_000
  static let session = 5_000_000
  static let trait = 6_000_000
  static let favourite = 7_000_000
  static let app = 10_000_000
  /// The distance between the first streams of two apps, which is more than the rhythms of one app.
  static let perApp = 1000
  /// The day number of random values that belong to no day. No scenario has a day of this number.
  static let noDay = -1_000_000
}

extension DayGenerator {
  /// Returns all visits of apps in the order of time. Only one app is in front: each visit ends at the latest when the
  /// next begins, and visits that become empty are left out.
  func appVisits(_ apps: [AppModel]) -> [AppStay] {
    // By their beginnings; of two at the same moment, the one that was created first comes first.
    var visits = allVisits(apps).enumerated().sorted {
      ($0.element.time.lowerBound, $0.offset) < ($1.element.time.lowerBound, $1.offset)
    }.map(\.element)
    for index in visits.indices.dropLast() {
      let nextOpen = visits[index + 1].time.lowerBound
      let time = visits[index].time
      visits[index].time = time.lowerBound..<min(time.upperBound, nextOpen)
    }
    return visits.filter { !$0.time.isEmpty }
  }

  /// Returns the visits of all apps, in no order and with overlaps. The visits of a model with several apps are divided
  /// among them at random, and each app has its own number.
  private func allVisits(_ apps: [AppModel]) -> [AppStay] {
    var visits: [AppStay] = []
    // The number of the first app of the present model.
    var firstApp = 0
    for (modelPlace, model) in apps.enumerated() {
      let choice = AppChoice(count: model.count)
      for (rhythmPlace, rhythm) in model.opens.enumerated() {
        let stream = Stream.app + modelPlace * Stream.perApp + rhythmPlace
        var generator = SeededGenerator(seed: seed, stream: stream, day: Stream.noDay)
        visits += self.visits(of: rhythm, stream: stream).map { time in
          // The choice is of a rank by number of opens. The user's favourites determine which app has that rank.
          let rank = choice.next(&generator)
          let appOfModel = model.ranking.isEmpty ? rank : model.ranking[rank]
          return AppStay(app: firstApp + appOfModel, time: time)
        }
      }
      firstApp += model.count
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

  /// Returns the times of all intervals of one sort, such as charging, in order and without overlaps.
  ///
  /// - Parameter firstStream: The stream of the first interval; each of the others has the next one.
  func times(of periods: [DailyPeriod], stream firstStream: Int) -> [Range<WallTime>] {
    periods.enumerated().flatMap { place, period in
      times(of: period, stream: firstStream + place)
    }.joined()
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
    var remainingOthers = others[...]
    return flatMap { time in
      remainingOthers = remainingOthers.drop { $0.upperBound <= time.lowerBound }
      // The end of the last of `others`, from which the next part that is kept begins.
      var keptFrom = time.lowerBound
      var parts: [Range<WallTime>] = []
      for other in remainingOthers.prefix(while: { $0.lowerBound < time.upperBound }) {
        if keptFrom < other.lowerBound { parts.append(keptFrom..<other.lowerBound) }
        keptFrom = Swift.max(keptFrom, other.upperBound)
      }
      return keptFrom < time.upperBound ? parts + [keptFrom..<time.upperBound] : parts
    }
  }
}
