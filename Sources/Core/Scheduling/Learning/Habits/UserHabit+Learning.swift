extension UserHabit {
  /// The time from one lesson to the next: a minute over the hour of a lesson. Within days, lessons thus begin at every
  /// minute of the hour, and no two overlap.
  static let lessonPeriod = Duration.minutes(61)
  /// The longest time without any open that is learned from.
  static let longestSilence = Duration.days(2)

  /// Whether the user's other apps are needed to learn from an open at `time`: if a lesson ends by then, or if the open
  /// may follow that of another app while the evidence of sequences is not clear.
  func needsOthers(at time: LocalTime) -> Bool {
    sequences.isUnclear && isInSession(at: time) || nextLesson.map { $0 <= time } ?? false
  }

  /// Ends and begins the lessons that were due by `time`. A lesson is a moment, and the question which apps are opened
  /// within the hour after it. Called at an open, before it is noted. No app was opened since the open before, so the
  /// habits are still in the state in which these lessons began.
  mutating func advanceLessons(
    until time: LocalTime, _ opened: AppHabit, _ others: some Collection<AppHabit>
  ) {
    guard var due = nextLesson else {
      // The first open, from which on lessons are counted.
      nextLesson = time + Self.lessonPeriod
      return
    }
    // Of a longer silence, only the last part is learned.
    due = max(due, time - Self.longestSilence)
    while due <= time {
      // Ends the present lesson, and begins the next.
      if let lesson { learnSilence(of: opened, others, in: lesson) }
      // The similarity of the user's apps changes slowly, so it is calculated once a day.
      let isFirstOfDay = lesson?.clock.day != floorDivide(due.wholeSeconds, 86400)
      if isFirstOfDay { likeness = Self.likeness(of: opened, others, at: due) }
      lesson = moment(at: due)
      // A lesson has no use for it: the weights learn from all opens, also from those that followed.
      lesson?.previous = nil
      due = due + Self.lessonPeriod
    }
    nextLesson = due
  }

  /// Ends a lesson. Its question was which apps are opened within the hour: apps that were not opened since it began
  /// were not. The opened ones were learned at their open.
  private mutating func learnSilence(
    of opened: AppHabit, _ others: some Collection<AppHabit>, in lesson: UserHabitMoment
  ) {
    var (lanes, signs) = (HabitLanes(), SignLanes())
    var filled = 0
    /// Learns the apps in the filled lanes, and empties the lanes.
    func learnAll() {
      guard filled > 0 else { return }
      lesson.set(&signs, to: lanes)
      weights.learnSilence(signs, count: filled)
      filled = 0
    }
    /// Puts an app that was not opened since the lesson began into a lane. Learns the lanes when they are full.
    func add(_ habit: AppHabit) {
      guard let lastOpen = habit.lastOpen, lastOpen < lesson.time else { return }
      lanes.setHabit(habit, inLane: filled, forSignsAt: lesson.clock)
      filled += 1
      if filled == HabitLanes.count { learnAll() }
    }
    add(opened)
    for habit in others { add(habit) }
    learnAll()
    weights.settle()
  }

  /// Learns the first open since the lesson began: positive if it came within the hour and counts. Ignores a later open
  /// of the app in the lesson.
  mutating func learnOpen(of habit: AppHabit, at time: LocalTime) {
    guard let lesson, let lastOpen = habit.lastOpen, lastOpen < lesson.time else { return }
    let isInTime = time - lesson.time <= AppHabit.freshness
    let wasOpened = isInTime && habit.counts(at: time)
    weights.learn(lesson.signs(of: habit), wasOpened: wasOpened)
    if wasOpened { immediacy.learn(at: lesson, wasSoon: time - lesson.time <= Self.slot) }
  }
}
