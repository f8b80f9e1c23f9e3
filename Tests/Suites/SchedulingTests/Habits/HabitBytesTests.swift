import Testing

@testable import Scheduling

/// Bytes that are not a habit are refused. A habit that was read can be used.
struct HabitBytesTests {
  private static let life: HabitLife = {
    var life = HabitLife(apps: 2)
    life.live(days: 0..<5, [(8, 0), (8.1, 1), (13, 0), (13.1, 1), (21, 0)])
    return life
  }()

  @Test func refusesBytesThatAreCutOrTooMany() {
    let (user, app) = (Self.life.user.bytes, Self.life.apps[0].bytes)
    for count in user.indices { #expect(UserHabit(bytes: Array(user[..<count])) == nil) }
    for count in app.indices { #expect(AppHabit(bytes: Array(app[..<count])) == nil) }
    #expect(UserHabit(bytes: user + [0]) == nil)
    #expect(AppHabit(bytes: app + [0]) == nil)
  }

  @Test func refusesAnotherVersion() {
    #expect(UserHabit(bytes: [99] + Self.life.user.bytes.dropFirst()) == nil)
    #expect(AppHabit(bytes: [99] + Self.life.apps[0].bytes.dropFirst()) == nil)
  }

  /// Up to version 3, there was one sign more, and followers in place of visits; up to version 5, no names of buckets.
  /// Version 2 had recent opens, 16 buckets, and another meaning of `forgotten`. Version 1 also lacked the numbers after
  /// the weights.
  @Test(arguments: [1, 2, 3] as [UInt8])
  func readsWhatAnOlderVersionKept(version: UInt8) throws {
    var user = Self.life.user
    user.lesson = nil
    if version == 1 { (user.immediacy, user.likeness) = (OpenImmediacy(), 0) }
    (user.sequences, user.buckets) = (SequenceEvidence(), AppBuckets())
    var new = user.bytes
    // The evidence and the length of refreshes are followed by whether there is a lesson.
    new.removeSubrange((new.count - 1 - 16)..<(new.count - 1))
    let (times, name, counts, visits) = (1..<28, 28..<32, 32..<132, 132..<260)
    let names = Self.names
    let weights = names.upperBound..<names.upperBound + 150 * 8
    let former = Self.withFormerSign(new[weights]) + new[weights.upperBound...]
    var bytes: [UInt8]
    if version == 3 {
      bytes = [version] + new[times] + new[name] + new[counts] + new[visits] + former
    } else {
      bytes = [version] + new[times] + new[counts] + Array(repeating: 0, count: 64)
      bytes += [1] + new[1 + 9 + 1..<1 + 9 + 9] + new[name] + former
      user.weights.forget([.forgotten])
    }
    if version == 1 { bytes.removeSubrange((bytes.count - 1 - 8 * 21)..<(bytes.count - 1)) }
    user.visits = FadingCounts()
    #expect(UserHabit(bytes: bytes) == user)
    // The bytes contain a lesson, which is ignored.
    bytes[bytes.count - 1] = 1
    #expect(UserHabit(bytes: bytes + Array(repeating: 7, count: 81)) == user)
  }

  /// Version 4 lacked the evidence of sequences.
  @Test func readsAHabitWithoutEvidenceOfSequences() {
    var user = Self.life.user
    let new = user.bytes
    let (names, evidence) = (Self.names, 1756..<1764)
    #expect(user.lesson != nil && user.sequences != SequenceEvidence())
    (user.sequences, user.buckets) = (SequenceEvidence(), AppBuckets())
    let older =
      [4] + new[1..<names.lowerBound] + new[names.upperBound..<evidence.lowerBound]
      + new[Self.length.upperBound...]
    #expect(UserHabit(bytes: older) == user)
    var tooStrong = ByteWriter()
    tooStrong.append(doubles: [12.5])
    let damaged = new[..<evidence.lowerBound] + tooStrong.bytes + new[evidence.upperBound...]
    #expect(UserHabit(bytes: Array(damaged)) == nil)
  }

  /// Up to version 5, the bucket of an app followed from its name alone. The counts in it are still those of that app.
  @Test func readsAHabitWithoutNamesOfBuckets() throws {
    var user = Self.life.user
    let new = user.bytes
    #expect(user.buckets != AppBuckets())
    user.buckets = AppBuckets()
    let counts = new[1..<Self.names.lowerBound]
    let older =
      [5] + counts + new[Self.names.upperBound..<Self.length.lowerBound]
      + new[Self.length.upperBound...]
    #expect(UserHabit(bytes: older) == user)
    let lastOpen = try #require(user.lastOpen)
    let moment = user.moment(at: lastOpen)
    #expect(moment.previous != nil && moment == Self.life.user.moment(at: lastOpen))
  }

  /// Up to version 6, the length of refreshes was not known.
  @Test func readsAHabitWithoutTheLengthOfRefreshes() {
    var user = Self.life.user
    user.noteRefresh(.seconds(30))
    let new = user.bytes
    #expect(UserHabit(bytes: new) == user)
    user.refreshSeconds = UserHabit.usualRefreshSeconds
    let older = [6] + new[1..<Self.length.lowerBound] + new[Self.length.upperBound...]
    #expect(UserHabit(bytes: older) == user)
    var tooLong = ByteWriter()
    tooLong.append(doubles: [61])
    let damaged = new[..<Self.length.lowerBound] + tooLong.bytes + new[Self.length.upperBound...]
    #expect(UserHabit(bytes: Array(damaged)) == nil)
  }

  /// The places of the names of buckets, and of the length of refreshes, in the stored form.
  private static let (names, length) = (260..<388, 1764..<1772)

  /// Returns the stored weights of 15 signs, with an additional sign in the place before the last.
  private static func withFormerSign(_ weights: ArraySlice<UInt8>) -> [UInt8] {
    let numbers = stride(from: weights.startIndex, to: weights.endIndex, by: 8).map {
      Array(weights[$0..<$0 + 8])
    }
    /// Returns a number of the former sign: 1 and more, in the first byte of the mantissa.
    func former(_ number: UInt8) -> [UInt8] { [number, 0, 0, 0, 0, 0, 0xF0, 0x3F] }
    /// Returns a number for each sign, with one for the former sign.
    func row(_ numbers: ArraySlice<[UInt8]>, _ number: UInt8) -> [[UInt8]] {
      var row = Array(numbers)
      row.insert(former(number), at: row.count - 1)
      return row
    }
    let (values, evidence, gradient) = (numbers[..<15], numbers[15..<135], numbers[135...])
    let rows =
      evidence.prefix(105) + (20..<35).map(former) + row(evidence.suffix(15), 3)
    return (row(values, 1) + rows + row(gradient, 2)).flatMap { $0 }
  }

  /// Version 1 had the opens after 16 buckets; up to version 2, only counted opens were counted after others.
  @Test(arguments: [1, 2] as [UInt8])
  func readsAnAppOfAnOlderVersion(version: UInt8) {
    var app = Self.life.apps[0]
    let new = app.bytes
    let after = (1 + 9 + 16 + 96)..<(1 + 9 + 16 + 96 + 128)
    let bytes =
      [version] + new[1..<after.lowerBound]
      + Array(repeating: 0, count: version == 1 ? 64 : 128) + new[after.upperBound...]
    app.after = FadingCounts()
    #expect(AppHabit(bytes: bytes) == app)
    #expect(!AppHabit.isOfAnotherVersion(bytes) && !AppHabit.isOfAnotherVersion(new))
    #expect(AppHabit.isOfAnotherVersion([4]))
  }

  @Test func forgetsWeightsWithTheirEvidence() {
    var weights = Self.life.user.weights
    weights.values[.session] = 9
    weights.evidence = weights.evidence.map { _ in 1 }
    weights.forget([.session])
    #expect(weights.values[.session] == UserHabitWeights.usual[.session])
    #expect(weights.evidence.filter { $0 == 0 }.count == UserHabitSigns.count)
  }

  /// Version 0.1.0 stored the last open with a lesson that began in a session. No lesson needs it.
  @Test func readsALessonWithItsLastOpen() throws {
    var user = Self.life.user
    #expect(user.lesson != nil && user.lesson?.previous == nil && user.visits.sum > 0)
    let older = user.bytes.dropLast() + [1, 3] + Array(repeating: 0, count: 24)
    #expect(UserHabit(bytes: Array(older)) == user)
    let noBucket = user.bytes.dropLast() + [1, 99] + Array(repeating: 0, count: 24)
    #expect(UserHabit(bytes: Array(noBucket)) == nil)
    let lastOpen = try #require(user.lastOpen)
    user.lesson = user.moment(at: lastOpen + .minutes(2))
    #expect(user.lesson?.previous != nil)
    user.lesson?.previous = nil
    #expect(UserHabit(bytes: user.bytes) == user)
  }

  @Test func keepsWhatIsEmpty() {
    #expect(UserHabit(bytes: UserHabit().bytes) == UserHabit())
    #expect(AppHabit(bytes: AppHabit().bytes) == AppHabit())
  }

  @Test func worksWithWhateverItAccepts() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var life = Self.life
      life.user = UserHabit(bytes: damaged(life.user.bytes, &generator)) ?? life.user
      life.apps[0] = AppHabit(bytes: damaged(life.apps[0].bytes, &generator)) ?? life.apps[0]
      life.live(days: 5..<8, [(8, 1), (13, 0)])
      let chance = life.chance(1, at: HabitLife.time(7, 13) + .minutes(1))
      #expect((0...1).contains(chance))
    }
  }

  private func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
        in: .min ... .max, using: &generator)
    }
    return bytes
  }
}
