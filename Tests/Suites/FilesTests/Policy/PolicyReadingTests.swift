import Scheduling
import Testing

@testable import Files

struct PolicyReadingTests {
  private func error(_ yaml: String) -> String {
    do throws(FileError) {
      _ = try Settings(policy: yaml, file: "policy.yaml")
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test func keysThatItOmitsHaveTheGivenDefaults() {
    let defaults = Settings(for: MachineSize(processors: 16, memory: 32 << 30))
    let reading = PolicyReading(
      "maintenance-runs-at-once: 1", file: "policy.yaml", defaults: defaults)
    #expect(reading.problem == nil && reading.keys == ["maintenance-runs-at-once"])
    #expect(reading.settings.maintenanceRunsAtOnce == 1)
    #expect(reading.settings.processingRunsAtOnce == 4)
    let wrong = PolicyReading("processing-runs-at-once: x", file: "", defaults: defaults)
    #expect(wrong.settings == defaults)
  }

  @Test func changesWhatItNamesAndNothingElse() throws {
    let yaml = """
      # What this machine does otherwise.
      boot-delay: 2m
      refresh: {budget: 20s, spacing: 30m}
      quotas:
        working: {window: 4h, runs: 60}
        rare.sessions: 5
      maintenance.low-power: never
      utility.low-power: on-battery after 80%
      reliability.blocks: [30m, 2h]
      submit-rates: 100/1m, 200/5m
      relaxed-idle-share: 25%
      """
    var expected = Settings()
    expected.bootDelay = .minutes(2)
    expected.refresh.budget = .seconds(20)
    expected.refresh.spacing = .minutes(30)
    expected.quotas.working.window = .hours(4)
    expected.quotas.working.runs = 60
    expected.quotas.rare.sessions = 5
    expected.maintenance.lowPower = .never
    expected.utility.lowPower = .onBattery(after: 0.8)
    expected.reliability.blocks = [.minutes(30), .hours(2)]
    expected.submitRates = [
      SubmitRate(count: 100, within: .minutes(1)), SubmitRate(count: 200, within: .minutes(5)),
    ]
    expected.relaxedIdleShare = 0.25
    #expect(try Settings(policy: yaml, file: "policy.yaml") == expected)
  }

  @Test(arguments: ["", "# nothing\n", "---\n", "~", "{}"])
  func aFileThatSaysNothingChangesNothing(yaml: String) throws {
    #expect(try Settings(policy: yaml, file: "policy.yaml") == Settings())
  }

  @Test(arguments: [
    ("boot-delay: soon", "1:13: boot-delay 'soon' is not allowed; use 0s to 1d"),
    ("boot-delay: 2d", "1:13: boot-delay '2d' is not allowed; use 0s to 1d"),
    ("boot-delay: -1s", "1:13: boot-delay '-1s' is not allowed"),
    ("boot-delay:", "1:12: boot-delay '' is not allowed; use 0s to 1d"),
    ("bootdelay: 1m", "1:1: a policy file has no key 'bootdelay'; did you mean 'boot-delay'?"),
    (
      "refresh:\n  budgit: 1m",
      "2:3: 'refresh' has no key 'budgit'; did you mean 'refresh.budget'?"
    ),
    (
      "refresh:\n  colour: red",
      "2:3: 'refresh' has no key 'colour'; the keys are priority, budget, shortest-budget,"
    ),
    ("kill-window: 1h", "1:1: a policy file has no key 'kill-window'; did you mean 'reliability."),
    ("qoutas: {day: 1d}", "1:1: a policy file has no key 'qoutas'; did you mean 'quotas'?"),
    ("herd-time: 2m", "1:1: 'herd-time' is now called 'boot-delay'"),
    ("colour: red", "has no key 'colour'; `rubatoctl policy show --defaults` lists the keys"),
    ("refresh: 30s", "1:10: 'refresh' is 'key: value' lines; the keys are priority, budget,"),
    ("- refresh", "1:1: a policy file is 'key: value' lines; `rubatoctl policy show --defaults`"),
    ("[refresh]: 1", "1:1: a policy file has a list or mapping as key"),
    ("refresh.budget: {a: 1}", "1:17: refresh.budget has a value of the wrong form; use"),
    ("refresh.budget: [1s, 2s]", "1:17: refresh.budget '1s, 2s' is not allowed; use 100ms to"),
    (
      "refresh.budget: 20s\nrefresh: {budget: 10s}",
      "2:11: 'refresh.budget' is given more than once, first in line 1"
    ),
    ("boot-delay: 1m\nboot-delay: 2m", "'boot-delay' is given more than once"),
    ("boot-delay: [1m", "not valid YAML: "),
    (
      "refresh.budget: 40s",
      "1:17: refresh.budget, 40s, must not be more than refresh.longest-budget, 30s; set both"
    ),
    (
      "longest-backoff: 20s\nfirst-backoff: 15s\nshortest-backoff: 17s",
      "3:19: shortest-backoff, 17s, must not be more than first-backoff, 15s; set both"
    ),
    ("battery-exponent: nan", "battery-exponent 'nan' is not allowed; use 0 to 10"),
    ("low-battery: 15.5%", "low-battery '15.5%' is not allowed; use 0% to 100%"),
    ("low-battery: 101", "low-battery '101' is not allowed; use 0% to 100%"),
    ("rest-share: 120%", "rest-share '120%' is not allowed; use 0% to 100%"),
    ("appRunsAtOnce: 2", "did you mean 'app-runs-at-once'?"),
    ("app-runs-at-once: 0", "app-runs-at-once '0' is not allowed; use 1 to 1000"),
    ("processing.step-limit: nothing", "use 100ms to 7d, or none"),
    ("refresh.low-power: plugged-in", "use never, always, 'plugged-in from 30%' or"),
    ("reliability.blocks: []", "use a list of 1 to 16, each 0s to 366d"),
    ("submit-rates: 250 a minute", "use a list of 0 to 8, each 1/24h to 1000000/1s"),
  ])
  func namesThePlaceAndWhatIsAllowed(yaml: String, message: String) {
    let error = error(yaml)
    #expect(error.hasPrefix("policy.yaml:"))
    #expect(error.contains(message), "\(error)")
  }

  @Test func tellsAllThatIsWrongInTheOrderOfTheFile() {
    let reading = PolicyReading("boot-delay: x\nfresh-look: 1s\nlow-battery: y", file: "")
    #expect(reading.problems.map(\.line) == [1, 3])
    #expect(reading.settings == Settings())
  }

  /// Values that would switch quotas off, or make the ledger keep its history forever.
  @Test(arguments: [
    "rare.window: 25h", "rare.allowed: 25h", "restricted.window: 8d", "daily-cap: 25h",
    "buffer: 25h", "coalescing: 25h", "rate-window: 25h", "rare: {window: 23h, allowed: 24h}",
    "rare.runs: -1",
  ])
  func quotasStayWithinTheirBounds(line: String) {
    #expect(error("quotas: {\(line)}").hasPrefix("policy.yaml:1:"))
    #expect(PolicyReading("quotas: {\(line)}", file: "").settings == Settings())
  }
}
