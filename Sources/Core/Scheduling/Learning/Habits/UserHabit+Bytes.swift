extension UserHabit {
  /// Version 1 contained neither immediacy nor turns.
  private static let version: UInt8 = 2

  /// The habit in stored form, at most 2.1 KB.
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
    writer.append(doubles: immediacy.weights + immediacy.evidence + [likeness])
    writer.append(UInt8(lesson == nil ? 0 : 1))
    lesson?.write(to: &writer)
    return writer.bytes
  }

  /// Parses `bytes`; returns `nil` if they have another version or are damaged.
  package init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let version = reader.byte(), (1...Self.version).contains(version),
      let first = reader.localTime(), let lastOpen = reader.localTime(),
      let nextLesson = reader.localTime(), let hours = HourlyCounts(from: &reader),
      let counts = reader.counts(1 + AppHabit.buckets),
      let recent = Self.recent(from: &reader),
      let weights = UserHabitWeights(from: &reader),
      let immediacy = version == 1 ? OpenImmediacy() : OpenImmediacy(from: &reader),
      let likeness = version == 1 ? [0] : reader.doubles(1), Self.likenesses.contains(likeness[0]),
      let hasLesson = reader.byte(), hasLesson <= 1
    else { return nil }
    (self.first, self.lastOpen, self.nextLesson) = (first.value, lastOpen.value, nextLesson.value)
    (self.hours, weekend, starts) = (hours, counts[0], FadingCounts(counts[1...]))
    (self.recent, self.weights) = (recent, weights)
    (self.immediacy, self.likeness) = (immediacy, likeness[0])
    if hasLesson == 1 {
      guard let lesson = UserHabitMoment(from: &reader, version: version) else { return nil }
      self.lesson = lesson
    }
    guard reader.isAtEnd else { return nil }
  }

  /// Reads the recent opens; `nil` if there are too many, or if one is damaged.
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
  /// Reads weights with their evidence; `nil` if they are damaged, or if no step can be computed from them.
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

extension OpenImmediacy {
  /// Reads weights with their evidence; `nil` if they are damaged.
  init?(from reader: inout ByteReader) {
    guard let weights = reader.doubles(Self.count),
      let evidence = reader.doubles(Self.count * (Self.count + 1) / 2)
    else { return nil }
    (self.weights, self.evidence) = (weights, evidence)
  }
}

extension UserHabitMoment {
  /// Writes the moment in stored form, in the present version.
  func write(to writer: inout ByteWriter) {
    writer.append(time.nanoseconds)
    writer.append(doubles: [share, nextShare, slowDays, fastDays, quickDays, dayShare])
    writer.append(doubles: session.indices.map { session[$0] })
    writer.append(UInt8(recent.count))
    for open in recent {
      writer.append(UInt8(open.bucket))
      writer.append(doubles: [open.weight, open.starts])
    }
  }

  /// Reads a moment in the form of `version`; `nil` if it is damaged. Version 1 did not contain the hour after the
  /// next.
  fileprivate init?(from reader: inout ByteReader, version: UInt8) {
    guard let time: LocalTime = reader.moment(),
      var numbers = reader.doubles(version == 1 ? 8 : 9)
    else { return nil }
    if version == 1 { numbers.insert(numbers[0], at: 1) }
    guard numbers.allSatisfy({ $0 >= 0 }), numbers[0] > 0, numbers[1] > 0, numbers[5] > 0,
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
      time: time, share: numbers[0], nextShare: numbers[1],
      slowDays: numbers[2], fastDays: numbers[3], quickDays: numbers[4], dayShare: numbers[5],
      session: SIMD3(numbers[6...]), recent: recent)
  }
}
