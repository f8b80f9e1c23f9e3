import Scheduling
import Simulation
import Studies
import Testing

@testable import Scenarios

/// Sixty nights of a laptop that sleeps on its charger, with and without waking.
struct WakingScenarioTests {
  private func log(waking: Bool) throws -> Log {
    let text = try Library.text("laptop-woken")
    let line = "    wake: yes\n"
    #expect(text.contains(line))
    let scenario = try Scenario(
      yaml: waking ? text : text.replacing(line, with: ""), file: "laptop-woken.yaml")
    let subject = Subject(scenario, named: "laptop-woken.yaml", Simulator.Options())
    return try subject.experiment(seed: 1).log()
  }

  /// The backup is the first task.
  private func backups(_ log: Log) -> Int {
    log.runs.count { $0.task == 0 && $0.isSuccess }
  }

  @Test func theLaptopIsWokenAtMostOnceANightAndSleepsAgain() throws {
    let log = try log(waking: true)
    #expect(log.refusals.isEmpty, "\(log.refusals)")
    #expect(!log.wakes.isEmpty)
    for (wake, next) in zip(log.wakes, log.wakes.dropFirst()) {
      #expect(next.lowerBound - wake.lowerBound >= .hours(16))
    }
    for wake in log.wakes { #expect(wake.upperBound - wake.lowerBound < .hours(1)) }
  }

  /// At that moment the charger is connected.
  @Test func everyWakeMakesABackup() throws {
    let log = try log(waking: true)
    for wake in log.wakes {
      let runs = log.runs.filter { $0.task == 0 && wake.contains($0.started) }
      #expect(runs.contains { $0.isSuccess }, "\(UniversalTime.text(wake.lowerBound))")
    }
  }

  @Test func moreBackupsAreMadeInTime() throws {
    let asleep = try log(waking: false)
    #expect(asleep.wakes.isEmpty)
    #expect(backups(try log(waking: true)) > backups(asleep))
  }
}
