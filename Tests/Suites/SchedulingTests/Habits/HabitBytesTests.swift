import Testing

@testable import Scheduling

/// Bytes that are not a habit's are refused, and what is read can be used.
struct HabitBytesTests {
  private static let life: HabitLife = {
    var life = HabitLife(apps: 2)
    life.live(days: 0..<5, [(8, 0), (8.2, 1), (13, 0), (21, 1)])
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

  /// Version 1 ended with the weights and its lesson's moment knew one hour less.
  @Test func readsWhatAnOlderVersionKept() throws {
    var user = Self.life.user
    (user.immediacy, user.likeness, user.lesson) = (OpenImmediacy(), 0, nil)
    var bytes = user.bytes
    bytes[0] = 1
    bytes.removeSubrange((bytes.count - 1 - 8 * 21)..<(bytes.count - 1))
    #expect(UserHabit(bytes: bytes) == user)
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
      life.live(days: 5..<7, [(8, 0), (13, 1)])
      let chance = life.chance(0, at: HabitLife.time(7, 8))
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
