import Foundation

@testable import Scheduling

/// A simulated user, different for each seed, who opens apps in sessions over the day.
struct SyntheticUser {
  enum Kind: CaseIterable {
    case regular, sporadic, bursty, changing
    /// Only the hour is known.
    case coarse
  }

  struct Open {
    var time: LocalTime
    var app: Int
    /// Whether the app's last open was over an hour ago.
    var isCounted = true
  }

  let kind: Kind
  let days: Int
  let apps: Int
  var random: SeededGenerator
  private var popularity: [Double]
  /// The use of an app by hour of the day, 0 to 1.
  private var affinity: [[Double]]
  private var wake: Double
  private(set) var opens: [Open] = []

  init(_ kind: Kind, seed: UInt64, days: Int = 21) {
    (self.kind, self.days) = (kind, days)
    var random = SeededGenerator(seed: seed)
    let apps = Int.random(in: 25...60, using: &random)
    self.apps = apps
    popularity = (1...apps).map {
      1 / Foundation.pow(Double($0), 1.2) * Double.random(in: 0.7...1.4, using: &random)
    }
    affinity = (0..<apps).map { _ in
      let center = Double.random(in: 7...23, using: &random)
      let isBound = Bool.random(using: &random)
      return (0..<24).map { hour in
        let distance = abs(Double(hour) - center) / 2.5
        return isBound ? 0.1 + 0.9 * Foundation.exp(-distance * distance / 2) : 0.5
      }
    }
    wake = Double.random(in: 6...8.5, using: &random)
    self.random = random
    for day in 0..<days { live(day) }
    opens.sort { ($0.time, $0.app) < ($1.time, $1.app) }
    var last: [LocalTime?] = Array(repeating: nil, count: apps)
    for index in opens.indices {
      let (time, app) = (opens[index].time, opens[index].app)
      opens[index].isCounted = last[app].map { time - $0 > .hours(1) } ?? true
      last[app] = time
    }
  }

  private var sessionsPerDay: Double {
    switch kind {
    case .sporadic: 12
    case .bursty: 30
    default: 40
    }
  }

  private mutating func live(_ day: Int) {
    if kind == .changing, day == days * 3 / 5 {
      wake += 2
      popularity = Array(popularity.dropFirst(3) + popularity.prefix(3))
    }
    let mood = Double.random(in: 0.7...1.3, using: &random)
    let craze = kind == .bursty ? Int.random(in: 0..<apps, using: &random) : nil
    for _ in 0..<Int(sessionsPerDay * mood) { liveSession(day, craze) }
  }

  private mutating func liveSession(_ day: Int, _ craze: Int?) {
    // In the evening there are twice as many as over the day.
    let isEvening = Double.random(in: 0..<1, using: &random) < 0.4
    let hour = wake + Double.random(in: isEvening ? 11..<16 : 0..<16, using: &random)
    var seconds = hour * 3600
    repeat {
      let app =
        craze.flatMap { Int.random(in: 0..<4, using: &random) == 0 ? $0 : nil } ?? draw(hour)
      let whole = kind == .coarse ? (seconds / 3600).rounded(.down) * 3600 + 3000 : seconds
      opens.append(
        Open(time: LocalTime(seconds: Int64(20000 * 86400 + day * 86400) + Int64(whole)), app: app))
      seconds += Double.random(in: 10...180, using: &random)
    } while Int.random(in: 0..<2, using: &random) == 0
  }

  private mutating func draw(_ hour: Double) -> Int {
    let shares = zip(popularity, affinity).map { $0 * $1[Int(hour) % 24] }
    var rest = Double.random(in: 0..<1, using: &random) * shares.reduce(0, +)
    for (app, share) in shares.enumerated() {
      rest -= share
      if rest < 0 { return app }
    }
    return 0
  }
}
