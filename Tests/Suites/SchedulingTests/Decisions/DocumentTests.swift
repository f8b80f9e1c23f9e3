import FoundationEssentials
import Testing

@testable import Scheduling

/// The tables of docs/decision.md must contain the defaults.
struct DocumentTests {
  private let settings = Settings()
  private let lines: [String]

  init() throws {
    var file = "\(#filePath)"[...]
    for _ in 0..<5 { file = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) }
    let text = try String(contentsOfFile: file + "/docs/decision.md", encoding: .utf8)
    lines = text.split(separator: "\n").map { String($0) }
  }

  private func expectRow(_ name: String, _ cell: (KindRules) -> String) {
    let cells = Kind.allCases.map { cell(settings.rules(of: $0)) }
    let row = "| \(name) | \(cells.joined(separator: " | ")) |"
    #expect(lines.contains(row), "\(row)")
  }

  private func text(_ duration: Duration) -> String {
    let seconds = duration.seconds
    if seconds < 1 { return "\(seconds) s" }
    if seconds >= 3600 { return "\(Int(seconds / 3600)) h" }
    return seconds >= 60 ? "\(Int(seconds / 60)) min" : "\(Int(seconds)) s"
  }

  @Test func kindsAreAsWritten() {
    #expect(
      lines.contains("| | \(Kind.allCases.map(\.rawValue).joined(separator: " | ")) |"))
    expectRow("priority") { "\($0.priority)" }
    expectRow("budget") { text($0.budget) }
    expectRow("budget at the battery floor") { text($0.shortestBudget ?? $0.budget) }
    expectRow("limit of a step, unless it has one") { $0.stepLimit.map { text($0) } ?? "none" }
    expectRow("longest budget to ask for") { $0.longestBudget.map { text($0) } ?? "by user" }
    expectRow("longest that begins on battery") { text($0.longestBudgetOnBattery) }
    expectRow("grace") { text($0.grace) }
    expectRow("battery floor") { $0.batteryFloor.map { "\($0) %" } ?? "none" }
    expectRow("the floor holds plugged in too") { $0.floorHoldsPluggedIn ? "yes" : "no" }
    expectRow("base of the battery's score") { "\($0.batteryScoreBase) %" }
    expectRow("starts up to thermal state") { $0.thermalCeiling.rawValue }
    expectRow("load up to") { $0.highestLoad.map { "\($0) %" } ?? "any" }
    expectRow("waits for five minutes after boot") { $0.waitsAfterBoot ? "yes" : "no" }
    expectRow("waits for the best moments of its window") { $0.awaitsBestMoment ? "yes" : "no" }
    expectRow("Background App Refresh off, or app force-quit") {
      $0.obeysAppSwitches ? "no" : "-"
    }
  }

  @Test func answersOfKindsAreAsWritten() {
    expectRow("in low-power mode") { rules in
      switch rules.lowPower {
      case .never: "no"
      case .always: "yes"
      case .pluggedIn(let level): "plugged in, from \(level) %"
      case .onBattery(let share):
        "plugged in; on battery after \(Int(share * 100)) % of the window"
      }
    }
    expectRow("while the user is there") { $0.userActivity == .holds ? "no" : "scored" }
    expectRow("on battery") { $0.runsOnBattery ? "yes" : "no, unless `--allow-battery`" }
    expectRow("when one of its own gates closes") { rules in
      switch rules.closingGate {
      case .expires: "ends"
      case .asksToDefer: "is asked to defer"
      case .ignored: "continues"
      }
    }
    expectRow("runs at once") { rules in
      let count = "\(settings.runsAtOnce(in: rules.concurrencyClass))"
      guard rules.concurrencyClass == .app else { return count }
      return count + (rules.priority == settings.push.priority ? ", with refresh" : ", with push")
    }
  }

  @Test func everyReasonThatADeviceGivesHasItsCode() {
    let text = lines.joined(separator: " ")
    let others: Set<Reason> = [.earliest, .backoff, .running, .concurrencyLimit]
    for reason in Reason.allCases where !others.contains(reason) {
      #expect(text.contains("[\(reason.rawValue)]"), "\(reason)")
    }
  }

  @Test func everyPolicyHasItsRow() {
    for policy in Policies.all where !["Deadline", "Forced Run"].contains(policy.name) {
      #expect(lines.contains { $0.hasPrefix("| \(policy.name) | ") }, "\(policy.name)")
    }
  }

  @Test func tiersAreAsWritten() {
    let quotas = settings.quotas
    for tier in Tier.allCases {
      guard let limits = quotas.limits(of: tier) else {
        #expect(
          lines.contains { $0.hasPrefix("| never |") && $0.hasSuffix("| - | - | - | - | - |") })
        continue
      }
      let allowed = limits.allowed < limits.window ? text(limits.allowed) : "unlimited"
      let cells =
        "| \(allowed) | \(text(limits.window)) | \(limits.runs) | \(limits.sessions)"
        + " | \(Int(limits.expedited.seconds / 60)) min |"
      #expect(
        lines.contains { $0.hasPrefix("| \(tier.rawValue) |") && $0.hasSuffix(cells) },
        "\(tier): \(cells)")
    }
    #expect((quotas.activeTime, quotas.workingGap) == (.hours(1), .hours(36)))
    #expect((quotas.frequentGap, quotas.useDistance) == (.days(4), .hours(6)))
    #expect((quotas.soonestUnused, quotas.latestUnused) == (.days(14), .days(60)))
    #expect((quotas.buffer, quotas.coalescing) == (.seconds(30), .seconds(5)))
    #expect((quotas.dailyCap, quotas.foregroundGrace) == (.hours(4), .minutes(1)))
    #expect((quotas.bump.time, quotas.bumpWindow, quotas.mostBumps) == (.minutes(1), .hours(8), 5))
    #expect((quotas.runsPerRateWindow, quotas.rateWindow) == (20, .minutes(1)))
    #expect((settings.refresh.spacing, settings.processing.spacing) == (.minutes(15), .zero))
  }

  @Test func reliabilityIsAsWritten() {
    let reliability = settings.reliability
    #expect((reliability.killsThatBlock, reliability.killWindow) == (3, .hours(24)))
    #expect(reliability.blocks == [.hours(1), .hours(4), .hours(24), .hours(72)])
    #expect((reliability.cleanRunsPerStep, reliability.runsRemembered) == (5, 20))
    #expect(reliability.blocksRemembered == .days(7))
  }

  @Test func numbersAreAsWritten() {
    #expect(settings.steadyPowerGain == .seconds(60))
    #expect(settings.steadyPowerLoss == .seconds(10))
    #expect(settings.steadyUserReturn == .seconds(10))
    #expect(settings.coolingTime == .minutes(10))
    #expect((settings.freshLook, settings.longestLook) == (.seconds(10), .seconds(5)))
    #expect((settings.checkTime, settings.checksAtOnce) == (.seconds(30), 4))
    #expect((settings.checkFreshness, settings.checkInterval) == (.minutes(1), .minutes(5)))
    #expect(settings.bootDelay == .seconds(300))
    #expect(settings.launchTime == .seconds(10))
    #expect(settings.firstBackoff == .seconds(30))
    #expect(settings.longestBackoff == .hours(5))
    #expect(settings.longestGrace == .seconds(60))
    #expect(settings.defaultLatest == .days(3))
    #expect(settings.horizon == .days(366))
    #expect(settings.shortestPeriod == .minutes(1))
    #expect((settings.emptyBattery, settings.lowBattery, settings.relaxedBattery) == (5, 15, 40))
    #expect((settings.requestsPerUser, settings.appsPerUser) == (1000, 500))
    #expect((settings.longestRequest, settings.longestApp) == (256 << 10, 64 << 10))
    #expect(settings.bytesPerUser == 32 << 20)
    #expect(settings.useHalfLife == .days(1))
    #expect((settings.relaxedIdleShare, settings.relaxedEndShare) == (0.5, 1))
    #expect(settings.refreshLifetime == .hours(24))
    #expect(settings.processingLifetime == .hours(48))
    #expect(settings.otherLifetime == .days(7))
    #expect(settings.restShare == 0.5)
    #expect((settings.refreshesPerApp, settings.processingPerApp) == (1, 10))
    #expect(settings.submitRates.map(\.count) == [250, 1000])
    #expect(settings.shortestBackoff == .seconds(10))
  }
}
