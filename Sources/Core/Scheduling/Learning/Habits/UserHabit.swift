/// The common habit of one user's apps: the daily rhythm, the last open, and the weights of signs, learned over all of
/// the user's apps.
///
/// The habit learns only when an app is opened, and only from opens: there is no polling, and reading changes nothing.
/// Constant memory, about 2 KB.
package struct UserHabit: Hashable, Sendable {
  /// The time for which an open is expected to be followed by another one: most sessions are shorter.
  static let session = Duration.minutes(10)

  /// The first observed open; `nil` before it.
  var first: LocalTime?
  package internal(set) var lastOpen: LocalTime?
  /// The hash of the name of the app that was opened last.
  var lastName: UInt32 = 0
  /// Counted opens of all apps by hour of the day, faded slowly, as of the last open.
  var hours = HourlyCounts()
  /// Counted opens on Saturdays and Sundays.
  var weekend: Float = 0
  /// The number of visits to apps of each bucket, faded slowly. Opens of one app in one session, with no other between
  /// them, are one visit.
  var visits = FadingCounts<32>()
  var buckets = AppBuckets()
  var sequences = SequenceEvidence()
  var weights = UserHabitWeights()
  var immediacy = OpenImmediacy()
  /// The similarity of the use of the user's apps, as of the first lesson of a day: see `UserHabit+Turns`.
  var likeness = 0.0
  /// The moment of the current training example (which apps are opened within the next hour?); `nil` if there is none.
  var lesson: UserHabitMoment?
  var nextLesson: LocalTime?
  /// The last time at which the device was unlocked; `nil` before the first. It is not stored.
  var unlocked: LocalTime?
  /// The usual length of a refresh of the user's apps.
  var refreshSeconds = Self.usualRefreshSeconds
  /// The recent share of first opens after unlocking that came later than that. It is not stored.
  var lateShare = Self.usualLateShare

  package init() {}

  /// Records that the app `id` is opened at `time`, and learns from it. `others` are the habits of the user's other
  /// apps, in an order that is the same in every process. They may be left out unless `needsOthers(at:)`.
  package mutating func noteOpen(
    of id: String, _ habit: inout AppHabit, others: some Collection<AppHabit>, at time: LocalTime
  ) {
    followClock(to: time)
    // The lessons come first: they need the counts as they were before this open.
    advanceLessons(until: time, habit, others)
    learnOpen(of: habit, at: time)
    let name = Self.hash(id)
    // First, since a new app can get the bucket of the app that was opened last.
    let previous = previousBucket(of: name, at: time)
    buckets.add(name, visits: visits)
    let isVisit = lastName != name || !isInSession(at: time)
    let isCounted = habit.counts(at: time)
    if isVisit { learnSequence(to: habit, after: previous, others: others, at: time) }
    habit.note(at: time, previous: previous)
    // Earlier opens fade up to now; then this open is added.
    fade(to: time)
    noteFirstOpen(of: &habit, at: time)
    if isCounted { addToDailyRhythm(at: time) }
    if isVisit { visits[buckets.bucket(of: name)] += 1 }
    (lastOpen, lastName) = (time, name)
    first = first ?? time
  }

  /// Returns the bucket of the app that was opened directly before an open of the app with the hash `name`; `nil` if
  /// it is the same app, or was not opened in the same session. Opens in the same moment do not follow each other.
  private func previousBucket(of name: UInt32, at time: LocalTime) -> Int? {
    guard let lastOpen, lastOpen < time, isInSession(at: time), lastName != name else { return nil }
    return buckets.bucket(of: lastName)
  }

  /// Returns whether the last open was at most a session before `time`.
  func isInSession(at time: LocalTime) -> Bool {
    lastOpen.map { time - $0 <= Self.session } ?? false
  }

  /// Adds a counted open to the daily rhythm.
  private mutating func addToDailyRhythm(at time: LocalTime) {
    hours[time.hour] += 1
    if time.isWeekend { weekend += 1 }
  }

  /// Fades the user's counts from the last open to `time`.
  private mutating func fade(to time: LocalTime) {
    let fading = Float(self.fading(at: time))
    hours.fade(by: fading)
    visits.fade(by: fading)
    weekend *= fading
  }

  /// Returns the factor by which a count has faded from the last open until `time`: 1 at the open, half after each
  /// half-life.
  func fading(at time: LocalTime) -> Double {
    guard let lastOpen, time > lastOpen else { return 1 }
    return exp2(-time.days(since: lastOpen) / AppHabit.slowHalfLifeDays)
  }

  /// If the clock went back, as on a journey, ends the current lesson.
  private mutating func followClock(to time: LocalTime) {
    guard let lastOpen, time < lastOpen else { return }
    lesson = nil
    nextLesson = nil
    first = first.map { min($0, time) }
  }

  /// Returns the hash of an app's name: FNV-1a with 32 bits and its two constants. It is stored, and therefore must be
  /// the same in every process, unlike the standard library's hash.
  private static func hash(_ id: String) -> UInt32 {
    id.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
