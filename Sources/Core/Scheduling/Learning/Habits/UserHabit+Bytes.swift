extension UserHabit {
  /// Version 1 contained neither immediacy nor turns. Up to version 2, `forgotten` had another meaning, so its weight is
  /// not used. Up to version 3, there was one sign more, and followers were counted in place of visits.
  /// Version 4 lacked the evidence of sequences. Up to version 5, the bucket of an app followed from its name alone. Up
  /// to version 6, the length of refreshes was not known.
  private static let version: UInt8 = 7

  /// The habit in stored form, at most 2.1 KB.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.version)
    writer.append(first)
    writer.append(lastOpen)
    writer.append(nextLesson)
    writer.append(lastName)
    writer.append(floats: hours.all + [weekend] + visits.all)
    for index in buckets.names.indices { writer.append(buckets.names[index]) }
    writer.append(doubles: weights.values.all + weights.evidence + weights.gradient.all)
    writer.append(doubles: immediacy.weights + immediacy.evidence)
    writer.append(doubles: [likeness, sequences.octaves, refreshSeconds])
    writer.append(UInt8(lesson == nil ? 0 : 1))
    lesson?.write(to: &writer)
    return writer.bytes
  }

  /// Parses `bytes`; returns `nil` if they have another version or are damaged.
  package init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let version = reader.byte(), (1...Self.version).contains(version),
      let first = reader.localTime(), let lastOpen = reader.localTime(),
      let nextLesson = reader.localTime()
    else { return nil }
    (self.first, self.lastOpen, self.nextLesson) = (first.value, lastOpen.value, nextLesson.value)
    guard readCounts(from: &reader, version),
      let buckets = version < 6 ? AppBuckets() : AppBuckets(from: &reader),
      let weights = UserHabitWeights(from: &reader, version),
      let immediacy = version == 1 ? OpenImmediacy() : OpenImmediacy(from: &reader),
      let likeness = version == 1 ? [0] : reader.doubles(1),
      Self.likenessRange.contains(likeness[0]),
      let sequences = version < 5 ? SequenceEvidence() : SequenceEvidence(from: &reader),
      let refreshSeconds = version < 7 ? [Self.usualRefreshSeconds] : reader.doubles(1),
      (0...Self.longestRefreshSeconds).contains(refreshSeconds[0]),
      let hasLesson = reader.byte(), hasLesson <= 1
    else { return nil }
    (self.weights, self.immediacy, self.likeness) = (weights, immediacy, likeness[0])
    (self.buckets, self.sequences) = (buckets, sequences)
    self.refreshSeconds = refreshSeconds[0]
    // The sign had another meaning, for which its weight was learned.
    if version < 3 { self.weights.forget([.forgotten]) }
    // The present lesson up to version 3 has other signs. It is not read, and so it ends now.
    guard version > 3 else { return }
    if hasLesson == 1 {
      guard let lesson = UserHabitMoment(from: &reader) else { return nil }
      self.lesson = lesson
    }
    guard reader.isAtEnd else { return nil }
  }

  /// Reads the name of the last app and the counts; returns `false` if they are damaged. Up to version 2, there were the
  /// opens after 16 buckets, and the recent opens; they are skipped.
  private mutating func readCounts(from reader: inout ByteReader, _ version: UInt8) -> Bool {
    if version > 2 {
      guard let name = reader.halfWord() else { return false }
      lastName = name
    }
    guard let hours = HourlyCounts(from: &reader), let weekend = reader.counts(1),
      let visits = reader.counts(version < 3 ? 16 : AppBuckets.count)
    else { return false }
    (self.hours, self.weekend) = (hours, weekend[0])
    if version > 3 { self.visits = FadingCounts(visits) }
    if version > 2 { return true }
    // The recent opens, of which only the name of the last one is kept.
    guard let count = reader.byte(), count <= 8 else { return false }
    for _ in 0..<count {
      guard let _: LocalTime = reader.moment(), let name = reader.halfWord() else { return false }
      lastName = name
    }
    return true
  }
}

extension AppBuckets {
  /// Reads the names; `nil` if too few bytes are left.
  init?(from reader: inout ByteReader) {
    var names = SIMD32<UInt32>()
    for index in names.indices {
      guard let name = reader.halfWord() else { return nil }
      names[index] = name
    }
    self.init(names: names)
  }
}

extension UserHabitWeights {
  /// The index of the sign that there was up to version 3.
  private static let formerSign = 14

  /// Reads weights with their evidence; `nil` if they are damaged, or if no step can be computed from them.
  init?(from reader: inout ByteReader, _ version: UInt8) {
    let count = version < 4 ? Self.count + 1 : Self.count
    guard var values = reader.doubles(count),
      var evidence = reader.doubles(count * (count + 1) / 2),
      var gradient = reader.doubles(count)
    else { return nil }
    if version < 4 {
      let sign = Self.formerSign
      values.remove(at: sign)
      gradient.remove(at: sign)
      /// Returns the index in `evidence`, a triangle stored by rows, at which a row starts.
      func start(ofRow row: Int) -> Int { row * (row + 1) / 2 }
      // The column of the sign in the rows below, of which there is one; then the row of the sign.
      evidence.remove(at: start(ofRow: sign + 1) + sign)
      evidence.removeSubrange(start(ofRow: sign)..<start(ofRow: sign + 1))
    }
    (self.values, self.gradient) = (UserHabitSigns(values), UserHabitSigns(gradient))
    self.evidence = evidence
    guard SymmetricSystem(lowerTriangle: curvature).solution(of: gradient) != nil else {
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

extension SequenceEvidence {
  /// Reads the evidence; `nil` if it is damaged.
  init?(from reader: inout ByteReader) {
    guard let octaves = reader.doubles(1)?.first, Self.range.contains(octaves) else { return nil }
    self.init(octaves: octaves)
  }
}

extension UserHabitMoment {
  /// Writes the moment of a lesson in stored form, in the present version. `previous` is not stored.
  func write(to writer: inout ByteWriter) {
    writer.append(time.nanoseconds)
    writer.append(doubles: [share, nextShare, slowDays, fastDays, quickDays, dayShare])
    writer.append(doubles: session.indices.map { session[$0] })
    // Version 0.1.0 wrote 1 and `previous` if there was one, and reads that.
    writer.append(UInt8(0))
  }

  /// Reads the moment of a lesson; `nil` if it is damaged.
  fileprivate init?(from reader: inout ByteReader) {
    guard let time: LocalTime = reader.moment(), let numbers = reader.doubles(9) else { return nil }
    let (share, nextShare, dayShare) = (numbers[0], numbers[1], numbers[5])
    // The shares are divisors.
    guard numbers.allSatisfy({ $0 >= 0 }), share > 0, nextShare > 0, dayShare > 0,
      let hasPrevious = reader.byte(), hasPrevious <= 1
    else { return nil }
    self.init(
      time: time, share: share, nextShare: nextShare,
      slowDays: numbers[2], fastDays: numbers[3], quickDays: numbers[4], dayShare: dayShare,
      session: SIMD3(numbers[6...]), previous: nil)
    guard hasPrevious == 1 else { return }
    guard let bucket = reader.byte(), bucket < AppBuckets.count, let open = reader.doubles(3),
      open.allSatisfy({ $0 >= 0 })
    else { return nil }
  }
}
