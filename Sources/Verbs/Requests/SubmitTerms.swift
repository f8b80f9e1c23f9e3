import ArgumentParser
import Control
import Scheduling
import Terminal

/// When and how a submitted command runs.
package struct SubmitTerms: ParsableArguments {
  @Option(help: "Its name among your requests; made from the command's unless given.")
  package var id: String?

  @Option(help: ArgumentHelp("The registered app that it belongs to.", valueName: "id"))
  package var app: String?

  @Option(help: "refresh, processing, push, maintenance (the default), utility or userInitiated.")
  package var kind: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Not before.", valueName: "time"))
  package var earliest: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When its window ends; in three days where nothing is said.", valueName: "time"))
  package var latest: String?

  @Option(
    help: ArgumentHelp(
      "What the latest date means: run, relax (the default) or drop.", valueName: "meaning"))
  package var atLatest: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Again and again, once in each interval.", valueName: "duration"))
  package var every: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Begin only in so much of each interval, its end.", valueName: "duration"))
  package var flex: String?

  @Option(
    help: ArgumentHelp(
      "What must hold, never relaxed: power, network, unmetered, idle, screen-off, battery-not-low, storage-not-low; path=PATH for a drive, a share or a file that must be there.",
      valueName: "list"), completion: .list(ConditionNames.all + ["path="]))
  package var requires: [String] = []

  @Option(
    help: ArgumentHelp("What should hold, relaxed as the window closes.", valueName: "list"),
    completion: .list(ConditionNames.all))
  package var prefer: [String] = []

  @Option(
    help: ArgumentHelp(
      "A shell command that must exit with 0 before a start, such as 'ping -c1 nas'; it has 30 s.",
      valueName: "command line"))
  package var condition: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long a run may take.", valueName: "duration"))
  package var budget: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From the warning to the kill.", valueName: "duration"))
  package var grace: String?

  @Flag(help: "Let it run on battery.")
  package var allowBattery = false

  @Flag(help: "Before others of its kind.")
  package var expedited = false

  @Option(help: ArgumentHelp("Never at the same time as others of this group.", valueName: "name"))
  package var group: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How often a failed run is tried again.", valueName: "count"))
  package var retries: String?

  @Option(
    help: ArgumentHelp(
      "How delays grow after failures: linear or exponential (the default).", valueName: "growth"))
  package var backoff: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The first of these delays; 30s unless given.", valueName: "duration"))
  package var backoffDelay: String?

  @Option(
    help: ArgumentHelp(
      "Where a request of this id waits: replace it (the default) or keep it.", valueName: "what"))
  package var ifPending: String?

  @Flag(help: "End a run of this id first, instead of running after it.")
  package var replaceRunning = false

  @Option(
    help: ArgumentHelp(
      "What all of a run may use: memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20.",
      valueName: "list"))
  package var limit: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where a gate closes during a run: stop it (the default) or freeze it for a while.",
      valueName: "what"))
  package var onClosedGate: String?

  @Option(
    help: ArgumentHelp(
      "A signal when something that it prefers is lost during a run, such as USR1; none unless given.",
      valueName: "name"))
  package var onLostPreference: String?

  @Option(help: ArgumentHelp("A signal at 90 % of the budget, such as USR1.", valueName: "name"))
  package var earlySignal: String?

  @Flag(help: "It runs `rubatoctl ready` within ten seconds, or is ended.")
  package var ready = false

  @Flag(help: "On external power the machine does not go to sleep while it runs.")
  package var preventSleep = false

  @Option(
    help: ArgumentHelp(
      "A systemd unit to start when it has failed for good; for root, on the system daemon.",
      valueName: "unit"))
  package var onFailure: String?

  package init() {}
}

extension SubmitTerms {
  package func call(_ command: CommandInfo) throws(Failure) -> Submit {
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
