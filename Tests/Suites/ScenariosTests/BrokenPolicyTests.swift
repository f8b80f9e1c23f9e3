import Scheduling
import Simulation
import Studies
import Testing

@testable import Scenarios

/// Deliberately broken policies break promises of the library, and exactly the expected ones.
struct BrokenPolicyTests {
  private func broken(
    _ name: String, deafTo keys: Set<ExactString> = [],
    _ change: (inout Settings) -> Void = { _ in }
  ) throws -> [String] {
    let report = try Library.expectations(name, seeds: 1)
      .check(Library.subject(name, change)) { experiment, now in
        DeafScheduler(scheduler: experiment.scheduler(at: now), keys: keys)
      }
    return report.results.filter { !$0.isKept }.map(\.promise.text)
  }

  @Test func aBatteryFloorOfZero() throws {
    let broken = try broken("low-battery") {
      $0.refresh.batteryFloor = 0
      $0.processing.batteryFloor = 0
    }
    #expect(
      broken == [
        "mail.refresh on-battery-per-day: never", "mail.index on-battery-per-day: never",
      ])
  }

  @Test func noSpacing() throws {
    let broken = try broken("greedy-app") {
      $0.refresh.spacing = .zero
      $0.energy.mainsPrice = 0
    }
    #expect(broken == ["greedy.refresh runs-per-day: at most 96"])
  }

  @Test func noForecast() throws {
    let broken = try broken("short-charges") {
      $0.forecast.leastDays = 100_000
      $0.forecast.usualDays = 0
    }
    #expect(broken.contains("photos.library lost-share: at most 5%"))
  }

  @Test func noThermalGate() throws {
    #expect(
      try broken("transcode", deafTo: ["thermal"]) == [
        "video.transcode stop-reasons: always thermal",
        "video.transcode run-length: [20100ms, 45s]",
      ])
  }

  @Test func noLowPowerMode() throws {
    #expect(
      try broken("low-power", deafTo: ["low-power"]).contains("mail.library runs: never"))
  }

  @Test func noWordOfTheUser() throws {
    #expect(
      try broken("laptop-asleep", deafTo: ["idle", "screen"])
        == ["backup with-user-per-day: at most 10s"])
  }

  @Test func noWordOfPower() throws {
    #expect(
      try broken("first-backup", deafTo: ["power"])
        == ["backup on-battery-per-day: at most 1m"])
  }

  @Test func aBudgetOfAMinute() throws {
    let broken = try broken("cold-start") {
      $0.refresh.budget = .minutes(1)
      $0.refresh.longestBudget = .minutes(1)
      $0.refresh.longestBudgetOnBattery = .minutes(1)
    }
    #expect(broken.contains("slow.refresh saved: 22s"))
    #expect(broken.contains("quick.refresh saved: 30s"))
  }

  @Test func anAllowanceOfEnergyForTwoRefreshesADay() throws {
    let broken = try broken("news") { $0.energy.secondsPerDay = 5 }
    #expect(broken.contains("news.refresh fresh-opens: at least 80%"))
  }
}
