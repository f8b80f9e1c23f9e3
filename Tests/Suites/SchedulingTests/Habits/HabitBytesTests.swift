import Testing

@testable import Scheduling

/// Bytes that are not a habit's are refused, and what is read can be used.
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

  /// Version 2 had recent opens, 16 buckets, and another meaning of two signs. Version 1 also lacked the numbers after
  /// the weights.
  @Test(arguments: [1, 2] as [UInt8])
  func readsWhatAnOlderVersionKept(version: UInt8) throws {
    var user = Self.life.user
    user.lesson = nil
    if version == 1 { (user.immediacy, user.likeness) = (OpenImmediacy(), 0) }
    let new = user.bytes
    let (times, name, counts, followers) = (1..<28, 28..<32, 32..<132, 132..<260)
    var bytes = [version] + new[times] + new[counts] + Array(repeating: 0, count: 64)
    bytes += [1] + new[1 + 9 + 1..<1 + 9 + 9] + new[name] + new[followers.upperBound...]
    if version == 1 { bytes.removeSubrange((bytes.count - 1 - 8 * 21)..<(bytes.count - 1)) }
    user.followers = FadingCounts()
    user.weights.forget([.forgotten, .sequence])
    #expect(UserHabit(bytes: bytes) == user)
    // With a lesson, which is left out.
    bytes[bytes.count - 1] = 1
    #expect(UserHabit(bytes: bytes + Array(repeating: 7, count: 81)) == user)
  }

  /// Version 1 had the opens after 16 buckets.
  @Test func readsAnAppOfAnOlderVersion() {
    var app = Self.life.apps[0]
    let new = app.bytes
    let after = (1 + 9 + 16 + 96)..<(1 + 9 + 16 + 96 + 128)
    let bytes =
      [1] + new[1..<after.lowerBound] + Array(repeating: 0, count: 64) + new[after.upperBound...]
    app.after = FadingCounts()
    #expect(AppHabit(bytes: bytes) == app)
    #expect(!AppHabit.isOfAnotherVersion(bytes) && !AppHabit.isOfAnotherVersion(new))
    #expect(AppHabit.isOfAnotherVersion([3]))
  }

  @Test func forgetsWeightsWithTheirEvidence() {
    var weights = Self.life.user.weights
    weights.values[.sequence] = 9
    weights.evidence = weights.evidence.map { _ in 1 }
    weights.forget([.sequence])
    #expect(weights.values[.sequence] == UserHabitWeights.usual[.sequence])
    #expect(weights.evidence.filter { $0 == 0 }.count == UserHabitSigns.count)
  }

  /// A lesson that began in a session has the last open.
  @Test func keepsTheLastOpenOfALesson() throws {
    var user = Self.life.user
    let lastOpen = try #require(user.lastOpen)
    user.lesson = user.moment(at: lastOpen + .minutes(2))
    #expect(user.lesson?.previous != nil && user.followers.sum > 0)
    #expect(Self.life.apps[1].after.sum > 0)
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
