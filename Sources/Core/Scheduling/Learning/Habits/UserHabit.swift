/// The common habit of one user's apps: the daily rhythm, the recent opens, and the weights of signs, learned over all
/// of the user's apps.
///
/// The habit learns only when an app is opened, and only from opens: there is no polling, and reading changes nothing.
/// Constant memory, about 2 KB.
package struct UserHabit: Hashable, Sendable {
  /// An app that was opened recently, and the bucket of its name.
  struct RecentOpen: Hashable, Sendable {
    var time: LocalTime
    var name: UInt32

    var bucket: Int { Int(name) % AppHabit.buckets }
  }

  /// The maximum number of different recent apps.
  static let recentOpens = 8

  /// The first observed open; `nil` before it.
  var first: LocalTime?
  package internal(set) var lastOpen: LocalTime?
  /// Counted opens of all apps by hour of the day, faded slowly, as of the last open.
  var hours = HourlyCounts()
  /// Counted opens on Saturdays and Sundays.
  var weekend: Float = 0
  /// The number of opens of apps of each bucket, faded slowly.
  var starts = FadingCounts<16>()
  /// Recent opens, newest last, one per app.
  var recent: [RecentOpen] = []
  var weights = UserHabitWeights()
  var immediacy = OpenImmediacy()
  /// The similarity of the use of the user's apps, as of the first lesson of a day: see `UserHabit+Turns`.
  var likeness = 0.0
  /// The moment of the current training example (which apps are opened within the next hour?); `nil` if there is none.
  var lesson: UserHabitMoment?
  var nextLesson: LocalTime?

  package init() {}

  /// Records that the app `id` is opened at `time`. `others` are the habits of the user's other apps, in an order that
  /// is the same in every process.
  package mutating func noteOpen(
    of id: String, _ habit: inout AppHabit, others: some Collection<AppHabit>, at time: LocalTime
  ) {
    followClock(to: time)
    advanceLessons(until: time, habit, others)
    learnOpen(of: habit, at: time)
    let name = Self.hash(id)
    let before = recent.filter { time - $0.time <= AppHabit.freshness }
    let isCounted = habit.counts(at: time)
    // Opens in the same moment do not follow each other.
    habit.note(at: time, recent: Self.buckets(of: before.filter { $0.time < time }))
    note(isCounted: isCounted, name, before, at: time)
  }

  /// Adds an open of the app with the hash `name` to the user's counts, and makes it the last of the recent opens,
  /// `before`. The daily rhythm includes it only if `isCounted`.
  private mutating func note(
    isCounted: Bool, _ name: UInt32, _ before: [RecentOpen], at time: LocalTime
  ) {
    fade(to: time)
    let opened = RecentOpen(time: time, name: name)
    if !before.contains(where: { $0.bucket == opened.bucket && $0.time < time }) {
      starts[opened.bucket] += 1
    }
    recent = before.filter { $0.name != name }.suffix(Self.recentOpens - 1) + [opened]
    if isCounted {
      hours[time.hour] += 1
      if time.isWeekend { weekend += 1 }
    }
    lastOpen = time
    first = first ?? time
  }

  /// Fades the user's counts from the last open to `time`.
  private mutating func fade(to time: LocalTime) {
    let fading = Float(self.fading(at: time))
    hours.fade(by: fading)
    starts.fade(by: fading)
    weekend *= fading
  }

  /// Returns the factor by which a count has faded from the last open until `time`: 1 at the open, half after each
  /// half-life.
  func fading(at time: LocalTime) -> Double {
    guard let lastOpen, time > lastOpen else { return 1 }
    return exp2(-time.days(since: lastOpen) / AppHabit.slowHalfLifeDays)
  }

  /// If the clock went back, as on a journey, ends the current lesson and forgets the recent opens in the future.
  private mutating func followClock(to time: LocalTime) {
    guard let lastOpen, time < lastOpen else { return }
    lesson = nil
    nextLesson = nil
    recent.removeAll { $0.time > time }
    first = first.map { min($0, time) }
  }

  /// Returns the buckets of the apps in `opens`, each once, in the order of its first app.
  private static func buckets(of opens: [RecentOpen]) -> [Int] {
    var buckets: [Int] = []
    for open in opens where !buckets.contains(open.bucket) { buckets.append(open.bucket) }
    return buckets
  }

  /// Returns FNV-1a, 32 bits: the same in every process, unlike the standard library's hash.
  private static func hash(_ id: String) -> UInt32 {
    id.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
