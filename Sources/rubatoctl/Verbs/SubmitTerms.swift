import ArgumentParser
import Control
import Scheduling
import Terminal

/// When and how a submitted command runs.
struct SubmitTerms: ParsableArguments {
  @Option(help: "Its name among your requests; made from the command's unless given.")
  var id: String?

  @Option(help: ArgumentHelp("The registered app that it belongs to.", valueName: "id"))
  var app: String?

  @Option(help: "refresh, processing, push, maintenance (the default), utility or userInitiated.")
  var kind: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Not before.", valueName: "time"))
  var earliest: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When its window ends; in three days where nothing is said.", valueName: "time"))
  var latest: String?

  @Option(
    help: ArgumentHelp(
      "What the latest date means: run, relax (the default) or drop.", valueName: "meaning"))
  var atLatest: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Again and again, once in each interval.", valueName: "duration"))
  var every: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Begin only in so much of each interval, its end.", valueName: "duration"))
  var flex: String?

  @Option(
    help: ArgumentHelp(
      "What must hold, never relaxed: power, network, unmetered, idle, screen-off, battery-not-low, storage-not-low; path=PATH for a drive, a share or a file that must be there.",
      valueName: "list"), completion: .list(ConditionNames.all + ["path="]))
  var requires: [String] = []

  @Option(
    help: ArgumentHelp("What should hold, relaxed as the window closes.", valueName: "list"),
    completion: .list(ConditionNames.all))
  var prefer: [String] = []

  @Option(
    help: ArgumentHelp(
      "A shell command that must exit with 0 before a start, such as 'ping -c1 nas'; it has 30 s.",
      valueName: "command line"))
  var condition: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a run may take.", valueName: "duration"))
  var budget: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From the warning to the kill.", valueName: "duration"))
  var grace: String?

  @Flag(help: "Let it run on battery.")
  var allowBattery = false

  @Flag(help: "Before others of its kind.")
  var expedited = false

  @Option(help: ArgumentHelp("Never at the same time as others of this group.", valueName: "name"))
  var group: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How often a failed run is tried again.", valueName: "count"))
  var retries: String?

  @Option(
    help: ArgumentHelp(
      "How delays grow after failures: linear or exponential (the default).", valueName: "growth"))
  var backoff: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first of these delays; 30s unless given.", valueName: "duration"))
  var backoffDelay: String?

  @Option(
    help: ArgumentHelp(
      "Where a request of this id waits: replace it (the default) or keep it.", valueName: "what"))
  var ifPending: String?

  @Flag(help: "End a run of this id first, instead of running after it.")
  var replaceRunning = false

  @Option(
    help: ArgumentHelp(
      "What all of a run may use: memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20.",
      valueName: "list"))
  var limit: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where a gate closes during a run: stop it (the default) or freeze it for a while.",
      valueName: "what"))
  var onClosedGate: String?

  @Option(
    help: ArgumentHelp(
      "A signal when something that it prefers is lost during a run, such as USR1; none unless given.",
      valueName: "name"))
  var onLostPreference: String?

  @Option(help: ArgumentHelp("A signal at 90 % of the budget, such as USR1.", valueName: "name"))
  var earlySignal: String?

  @Flag(help: "It runs `rubatoctl ready` within ten seconds, or is ended.")
  var ready = false

  @Flag(help: "On external power the machine does not go to sleep while it runs.")
  var preventSleep = false

  @Option(
    help: ArgumentHelp(
      "A systemd unit to start when it has failed for good; for root, on the system daemon.",
      valueName: "unit"))
  var onFailure: String?
}

extension SubmitTerms {
  func call(_ command: CommandInfo) throws(Failure) -> Submit {
    Submit(
      id: id, app: app, kind: kind, command: command, earliest: earliest, latest: latest,
      atLatest: atLatest, every: try OptionValue.seconds(every, of: "--every"),
      flex: try OptionValue.seconds(flex, of: "--flex"),
      requires: try OptionValue.words(requires, of: "--requires"),
      prefers: try OptionValue.words(prefer, of: "--prefer"), condition: condition,
      budget: try OptionValue.seconds(budget, of: "--budget"),
      grace: try OptionValue.seconds(grace, of: "--grace"), allowBattery: allowBattery ? true : nil,
      expedited: expedited ? true : nil, group: group,
      retries: try OptionValue.whole(retries, of: "--retries"), backoff: backoff,
      backoffDelay: try OptionValue.seconds(backoffDelay, of: "--backoff-delay"),
      ifPending: ifPending,
      replaceRunning: replaceRunning ? true : nil, limits: try limits(),
      onClosedGate: onClosedGate, earlySignal: earlySignal.map(SignalName.short),
      onLostPreference: onLostPreference.map(SignalName.short),
      signalsReadiness: ready ? true : nil, preventsSleep: preventSleep ? true : nil,
      onFailure: onFailure.map(SystemdUnit.service))
  }

  private func limits() throws(Failure) -> LimitsInfo? {
    do throws(InputError) {
      return try LimitList.parse(limit)
    } catch {
      throw .refused(error)
    }
  }
}

/// Words of lists, for completions.
enum ConditionNames {
  static let all = Conditions.named.map(\.name)
}
