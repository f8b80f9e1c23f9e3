/// The evidence that a user's apps follow each other: one number.
///
/// There are two explanations of when the next app is opened, and which. It follows the app opened last: then it comes
/// within a few minutes, and it is an app that usually follows. Or it is opened independently, at any time, as often as
/// usual. The evidence is the logarithm of the odds that some opens follow. If none does, followers are accidents, and
/// to prefer them would mislead.
struct SequenceEvidence: Hashable, Sendable {
  /// The evidence before the first open: eight to one.
  private static let usual = 3.0
  /// The bounds of the evidence, so that some dozens of opens can change it.
  static let range = -12.0...12.0
  /// The share of opens that follow, if any do.
  private static let share = 0.25
  private static let greatestRatio = 1e6

  /// The logarithm of the odds, to the base of 2.
  private(set) var octaves = Self.usual

  init() {}

  /// - Precondition: `octaves` is in `range`.
  init(octaves: Double) { self.octaves = octaves }

  /// The strength of sequences: the chance that some opens follow, above 0 and below 1.
  var strength: Double { 1 / (1 + exp2(-octaves)) }

  /// Whether the next opens can change the strength visibly.
  var isUnclear: Bool { abs(octaves) < Self.unclearRange }
  private static let unclearRange = 10.0

  /// Learns the next open after an open.
  ///
  /// - Parameter ratio: How likely it is if it follows, relative to an independent open; 0 after the end of a session.
  mutating func learn(_ ratio: Double) {
    let odds = 1 - Self.share + Self.share * min(Self.greatestRatio, ratio)
    octaves = max(Self.range.lowerBound, min(Self.range.upperBound, octaves + log2(odds)))
  }
}

extension UserHabit {
  /// The half-life in seconds of the chance that an app that follows is still to come.
  private static let followingHalfLife = 120.0
  /// Imagined visits in one more day, for the frequency of visits.
  private static let imaginedVisits = 20.0

  /// Learns from the next visit after a visit, before it is noted, whether the user's apps follow each other.
  ///
  /// - Parameters:
  ///   - opened: The habit of the opened app.
  ///   - previous: The bucket of the app that was opened directly before; `nil` if none was opened in this session.
  mutating func learnSequence(
    to opened: AppHabit, after previous: Int?, others: some Collection<AppHabit>, at time: LocalTime
  ) {
    guard let lastOpen, lastOpen < time else { return }
    guard let previous else { return sequences.learn(0) }
    let seconds = time.seconds(since: lastOpen)
    let preference = preference(for: opened, after: previous, others: others, at: time)
    let halves = Self.session.seconds / Self.followingHalfLife
    // The densities of the time between the two opens: within a session, or for any two visits.
    let following =
      naturalLogOf2 / Self.followingHalfLife * exp2(-seconds / Self.followingHalfLife)
      / (1 - exp2(-halves))
    let rate = visitsPerSecond(at: time)
    let independent = rate * exp2(-rate * seconds / naturalLogOf2)
    sequences.learn(following * preference / independent)
  }

  /// Returns how often the app `opened` follows an app of the bucket `previous`, relative to how often it follows any.
  private func preference(
    for opened: AppHabit, after previous: Int, others: some Collection<AppHabit>, at time: LocalTime
  ) -> Double {
    var (apps, followers, allFollowers) = (0.0, 0.0, 0.0)
    /// Adds the opens of an app that followed.
    func add(_ habit: AppHabit) {
      let fading = habit.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays)
      apps += 1
      followers += Double(habit.after[previous]) * fading
      allFollowers += Double(habit.after.sum) * fading
    }
    add(opened)
    // The app that was opened last does not follow itself.
    for habit in others where habit.lastOpen != nil && habit.lastOpen != lastOpen { add(habit) }
    let fading = opened.fading(at: time, halfLifeDays: AppHabit.slowHalfLifeDays)
    let imagined = ImaginedUse.visitsBefore
    // Each app followed half a time, so that no share is 0.
    let usual = (Double(opened.after.sum) * fading + 0.5) / (allFollowers + 0.5 * apps)
    let followed = Double(opened.after[previous]) * fading
    return (followed + imagined * usual) / (followers + imagined) / usual
  }

  /// Returns the expected number of visits per second around `time`.
  private func visitsPerSecond(at time: LocalTime) -> Double {
    let moment = moment(at: time)
    let visits = Double(visitsToApps) * fading(at: time) + Self.imaginedVisits
    return visits / (moment.slowDays + 1) * moment.share / 3600
  }
}
