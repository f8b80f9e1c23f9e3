import Testing

@testable import Scheduling

/// The price of the device: the allowance of a day lasts for the day.
struct EnergyAllowanceTests {
  @Test func becomesDearerWithEachChargeAndCheaperWithTime() {
    var allowance = EnergyAllowance(secondsPerDay: 40)
    allowance.noteUse(at: HabitLife.time(0, 8))
    let before = allowance.price(at: HabitLife.time(0, 12))
    allowance.charge(seconds: 4, at: HabitLife.time(0, 12))
    let after = allowance.price(at: HabitLife.time(0, 12))
    #expect(after > before)
    #expect(allowance.price(at: HabitLife.time(0, 16)) < after)
  }

  @Test func chargesByWhatWasReallyUsed() {
    var (cheap, dear) = (EnergyAllowance(secondsPerDay: 40), EnergyAllowance(secondsPerDay: 40))
    cheap.charge(seconds: 0.5, at: HabitLife.time(0, 12))
    dear.charge(seconds: 5, at: HabitLife.time(0, 12))
    #expect(cheap.price(at: HabitLife.time(0, 12)) < dear.price(at: HabitLife.time(0, 12)))
    #expect(cheap.usualSeconds < dear.usualSeconds)
    #expect(cheap.affords(worth: 0.5, seconds: 0.5, at: HabitLife.time(0, 12)))
    #expect(!cheap.affords(worth: 0.5, seconds: 50, at: HabitLife.time(0, 12)))
  }

  @Test func comesInWhenTheDeviceIsUsed() {
    var allowance = EnergyAllowance(secondsPerDay: 40)
    for day in 0..<10 {
      for hour in 8..<22 { allowance.noteUse(at: HabitLife.time(day, Double(hour))) }
      allowance.charge(seconds: 40, at: HabitLife.time(day, 22))
    }
    func fall(_ from: Double, _ to: Double) -> Double {
      allowance.price(at: HabitLife.time(10, from)) / allowance.price(at: HabitLife.time(10, to))
    }
    #expect(fall(1, 3) < fall(12, 14))
  }

  @Test func letsNotMoreThanADaysAllowanceComeInWhileNobodyIsThere() {
    var allowance = EnergyAllowance(secondsPerDay: 40)
    allowance.noteUse(at: HabitLife.time(0, 8))
    #expect(
      allowance.price(at: HabitLife.time(1, 8.5)) == allowance.price(at: HabitLife.time(30, 8)))
  }

  /// Charges between two uses, and a restart, are not uses of the device.
  @Test(arguments: [false, true])
  func letsNotMoreThanADaysAllowanceComeInBetweenTwoUses(restarts: Bool) throws {
    var allowance = EnergyAllowance(secondsPerDay: 40)
    allowance.noteUse(at: HabitLife.time(0, 8))
    let before = allowance.price(at: HabitLife.time(0, 8))
    for hour in 1...480 where hour % 6 == 0 {
      allowance.charge(seconds: 1, at: HabitLife.time(0, 8 + Double(hour)))
      guard restarts else { continue }
      allowance = try #require(EnergyAllowance(bytes: allowance.bytes, secondsPerDay: 40))
    }
    // 80 s were spent, and 40 s were added.
    let factor = allowance.price(at: HabitLife.time(21, 8)) / before
    #expect(abs(log2(factor) - EnergyAllowance.octaves) < 1e-9)
    allowance.noteUse(at: HabitLife.time(21, 8))
    #expect(allowance.price(at: HabitLife.time(21, 20)) < factor * before)
  }

  @Test func letsNothingComeInBeforeTheFirstUse() {
    var allowance = EnergyAllowance(secondsPerDay: 40)
    allowance.charge(seconds: 40, at: HabitLife.time(0, 8))
    let price = allowance.price(at: HabitLife.time(0, 8))
    #expect(allowance.price(at: HabitLife.time(20, 8)) == price)
    allowance.noteUse(at: HabitLife.time(20, 8))
    #expect(allowance.price(at: HabitLife.time(20, 20)) < price)
  }

  /// Offers in the rhythm of a user: many in the evening, few at night.
  @Test(arguments: [10, 48, 200], [0.2, 1, 6])
  func spendsTheAllowanceOnWhatIsWorthMost(perDay: Int, seconds: Double) {
    var generator = SeededGenerator(seed: UInt64(perDay))
    var allowance = EnergyAllowance(secondsPerDay: Double(perDay) * seconds)
    var (taken, left, runs) = ([Double](), [Double](), 0)
    for day in 0..<40 {
      for slot in 0..<144 where slot > 42 {
        let time = HabitLife.time(day, Double(slot) / 6)
        if slot % 6 == 0 { allowance.noteUse(at: time) }
        for _ in 0..<(slot > 108 ? 8 : 4) {
          let worth = Double.random(in: 0.01...0.6, using: &generator)
          guard allowance.affords(worth: worth, seconds: seconds, at: time) else {
            if day >= 10 { left.append(worth) }
            continue
          }
          allowance.charge(seconds: seconds, at: time)
          guard day >= 10 else { continue }
          taken.append(worth)
          runs += 1
        }
      }
    }
    #expect(abs(Double(runs) / 30 - Double(perDay)) < 0.1 * Double(perDay) + 1)
    let bar = taken.sorted()[taken.count / 10]
    #expect(left.count { $0 > bar } < left.count / 10)
  }

  @Test func staysTheSameThroughRestarts() throws {
    var allowance = EnergyAllowance(secondsPerDay: 40)
    #expect(EnergyAllowance(bytes: allowance.bytes, secondsPerDay: 40) == allowance)
    for hour in 7..<40 {
      allowance.noteUse(at: HabitLife.time(0, Double(hour)))
      allowance.charge(seconds: 1.5, at: HabitLife.time(0, Double(hour) + 0.5))
    }
    let bytes = allowance.bytes
    #expect(EnergyAllowance(bytes: bytes, secondsPerDay: 40) == allowance)
    for count in bytes.indices {
      #expect(EnergyAllowance(bytes: Array(bytes[..<count]), secondsPerDay: 40) == nil)
    }
    #expect(EnergyAllowance(bytes: bytes + [0], secondsPerDay: 40) == nil)
    #expect(EnergyAllowance(bytes: [99] + bytes.dropFirst(), secondsPerDay: 40) == nil)
  }

  @Test func tellsWhatWasSpentSinceMidnight() {
    var allowance = EnergyAllowance(secondsPerDay: 40)
    allowance.charge(seconds: 3, at: HabitLife.time(0, 22))
    allowance.charge(seconds: 2, at: HabitLife.time(0, 23))
    #expect(allowance.spentToday(at: HabitLife.time(0, 23.5)) == 5)
    #expect(allowance.spentToday(at: HabitLife.time(1, 0.5)) == 0)
    allowance.charge(seconds: 1, at: HabitLife.time(1, 1))
    #expect(allowance.spentToday(at: HabitLife.time(1, 2)) == 1)
  }
}
