extension UserHabit {
  private static let version: UInt8 = 1

  /// The habit as the store keeps it, at most 1.9 KB.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.version)
    writer.append(first)
    writer.append(lastOpen)
    writer.append(nextLesson)
    writer.append(floats: hours.all + [weekend] + starts.all)
    writer.append(UInt8(recent.count))
    for open in recent {
      writer.append(open.time.nanoseconds)
      writer.append(open.name)
    }
    writer.append(doubles: weights.values.all + weights.evidence + weights.gradient.all)
    writer.append(UInt8(lesson == nil ? 0 : 1))
    lesson?.write(to: &writer)
    return writer.bytes
  }

  /// Reads `bytes`; nil where they are of another version or damaged.
  package init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.byte() == Self.version,
      let first = reader.localTime(), let lastOpen = reader.localTime(),
      let nextLesson = reader.localTime(), let hours = HourlyCounts(from: &reader),
      let counts = reader.counts(1 + AppHabit.buckets),
      let recent = Self.recent(from: &reader),
      let weights = UserHabitWeights(from: &reader), let hasLesson = reader.byte(), hasLesson <= 1
    else { return nil }
    (self.first, self.lastOpen, self.nextLesson) = (first.value, lastOpen.value, nextLesson.value)
    (self.hours, weekend, starts) = (hours, counts[0], FadingCounts(counts[1...]))
    (self.recent, self.weights) = (recent, weights)
    if hasLesson == 1 {
      guard let lesson = UserHabitMoment(from: &reader) else { return nil }
      self.lesson = lesson
    }
    guard reader.isAtEnd else { return nil }
  }

  private static func recent(from reader: inout ByteReader) -> [RecentOpen]? {
    guard let count = reader.byte(), count <= recentOpens else { return nil }
    var opens: [RecentOpen] = []
    for _ in 0..<count {
      guard let time: LocalTime = reader.moment(), let name = reader.halfWord() else { return nil }
      opens.append(RecentOpen(time: time, name: name))
    }
    return opens
  }
}

extension UserHabitWeights {
  init?(from reader: inout ByteReader) {
    guard let values = reader.doubles(Self.count).map({ UserHabitSigns($0) }),
      let evidence = reader.doubles(Self.count * (Self.count + 1) / 2),
      let gradient = reader.doubles(Self.count).map({ UserHabitSigns($0) })
    else { return nil }
    (self.values, self.evidence, self.gradient) = (values, evidence, gradient)
    guard SymmetricSystem(lowerTriangle: curvature).solution(of: gradient.all) != nil else {
      return nil
    }
  }
}

extension UserHabitMoment {
  func write(to writer: inout ByteWriter) {
    writer.append(time.nanoseconds)
    writer.append(doubles: [share, slowDays, fastDays, quickDays, dayShare])
    writer.append(doubles: session.indices.map { session[$0] })
    writer.append(UInt8(recent.count))
    for open in recent {
      writer.append(UInt8(open.bucket))
      writer.append(doubles: [open.weight, open.starts])
    }
  }

  init?(from reader: inout ByteReader) {
    guard let time: LocalTime = reader.moment(), let numbers = reader.doubles(8),
      numbers.allSatisfy({ $0 >= 0 }), numbers[0] > 0, numbers[4] > 0,
      let count = reader.byte(), count <= UserHabit.recentOpens
    else { return nil }
    var recent: [Recent] = []
    for _ in 0..<count {
      guard let bucket = reader.byte(), bucket < AppHabit.buckets, let open = reader.doubles(2),
        open.allSatisfy({ $0 >= 0 })
      else { return nil }
      recent.append(Recent(bucket: Int(bucket), weight: open[0], starts: open[1]))
    }
    self.init(
      time: time, share: numbers[0],
      slowDays: numbers[1], fastDays: numbers[2], quickDays: numbers[3], dayShare: numbers[4],
      session: SIMD3(numbers[5...]), recent: recent)
  }
}
