import ArgumentParser
import Control
import Daemon
import Logging

/// The scheduler's daemon.
@main
struct Rubatod: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rubatod",
    abstract: "Run queued background work in the moments that the device can spare.",
    discussion: "Usually started by systemd. `rubatoctl` talks to it.",
    version: Version.text)

  @Flag(help: "Run on a virtual clock and a simulated device.")
  var simulate = false

  @Option(
    help: ArgumentHelp(
      "Where a new virtual clock begins, such as '2026-03-02 05:30'.", valueName: "time"))
  var start: String?

  @Flag(help: "Serve you alone, with everything in your XDG directories.")
  var user = false

  @Option(
    help: ArgumentHelp(
      "Where task files are, instead of the usual places; the first is the highest.",
      valueName: "directory"))
  var tasks: [String] = []

  @Option(
    help: ArgumentHelp(
      "The policy file: the numbers that decide. Unless given, /etc/rubato/policy.yaml, or with --user"
        + " ~/.config/rubato/policy.yaml, where there is one.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: ArgumentHelp("Where everything is kept.", valueName: "directory"))
  var stateDirectory: String?

  @Option(help: ArgumentHelp("The socket to listen on.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "How commands are started: direct, as children of the daemon, which end with it; units, as"
        + " units of systemd, which outlive it.", valueName: "direct|units"))
  var launcher = LauncherKind.direct

  @Option(
    help: ArgumentHelp(
      "A directory of cgroup v2 that is nobody else's, for runs.", valueName: "directory"))
  var cgroup: String?

  @Option(
    help: ArgumentHelp(
      "Where the device state comes from: all, none (only what `rubatoctl device set` says), or names"
        + " separated by commas, as `rubatoctl device show` has them.", valueName: "sources"))
  var sources = "all"

  @Option(
    help: ArgumentHelp(
      "Read /sys and /proc below this directory, for tests.", valueName: "directory"))
  var deviceRoot = ""

  @Option(
    help: ArgumentHelp(
      "Write down everything that is decided and from what, without commands and output, for"
        + " `rubatoctl replay`. A recording that is there already is gone on with.",
      valueName: "file"), completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp("The most mebibytes of that file.", valueName: "MiB"))
  var recordLimit = 64

  @Flag(help: "Log everything.")
  var verbose = false

  func validate() throws {
    if simulate && stateDirectory == nil {
      throw ValidationError(
        "a simulation needs a place of its own, or it would run the system's requests;"
          + " give --state-directory.")
    }
    if start != nil && !simulate {
      throw ValidationError("--start sets a virtual clock; give --simulate too.")
    }
    if !(1...65_536).contains(recordLimit) {
      throw ValidationError("--record-limit '\(recordLimit)' is not allowed; use 1 to 65536 MiB.")
    }
    if launcher == .units && cgroup != nil {
      throw ValidationError("--cgroup is for --launcher direct; systemd makes those of units.")
    }
  }

  func run() throws {
    var options = Options()
    options.simulates = simulate
    options.isUser = user
    options.tasks = tasks.isEmpty ? nil : tasks
    options.policy = config
    options.start = start
    options.stateDirectory = stateDirectory
    options.socket = socket
    options.cgroup = cgroup
    options.launcher = launcher
    options.deviceRoot = deviceRoot
    options.sources = chosenSources
    options.recording = record
    options.recordingLimit = recordLimit << 20
    options.logLevel = verbose ? .debug : .info
    try Daemon(options).run()
  }

  private var chosenSources: Set<String>? {
    switch sources {
    case "all": nil
    case "none": []
    default: Set(sources.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
  }
}

extension LauncherKind: ExpressibleByArgument {}
