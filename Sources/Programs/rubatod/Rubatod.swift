import ArgumentParser
import Control
import Daemon
import Logging

/// The scheduler's daemon.
@main
struct Rubatod: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rubatod",
    abstract: "Run queued background work when the device can spare it.",
    discussion: """
      Usually started by systemd, and controlled with `rubatoctl`. The system's daemon is `rubatod.service`.

      With --user, a daemon serves only the user who started it. The package has units for such a daemon, which run \
      while the user is logged in, or always with `loginctl enable-linger`:

          systemctl --user enable --now rubatod.socket rubatod

      Then `rubatoctl --user` connects to this daemon.

      At SIGHUP (`systemctl reload rubatod`), the daemon reads the task files again and checks the policy file. At \
      SIGTERM it ends: immediately if commands are units, otherwise after their grace.

      Files:

          /usr/lib/systemd/system/rubatod.service, rubatod.socket
              units of the system's daemon
          /run/rubato/io.rubato.Scheduler
              its socket
          /var/lib/rubato
              its requests, runs and their output
          /etc/rubato/policy.yaml, /etc/rubato/tasks.d
              its settings and task files

          /usr/lib/systemd/user/rubatod.service, rubatod.socket
              units of a user's daemon
          $XDG_RUNTIME_DIR/rubato/io.rubato.Scheduler
              its socket
          $XDG_STATE_HOME/rubato (~/.local/state/rubato)
              its requests, runs and their output
          $XDG_CONFIG_HOME/rubato (~/.config/rubato)
              its settings (policy.yaml) and task files (tasks.d)
      """,
    version: Version.text)

  @Flag(help: "Run on a virtual clock and a simulated device.")
  var simulate = false

  @Option(
    help: ArgumentHelp(
      "Start time of a new virtual clock, such as '2026-03-02 05:30'.", valueName: "time"))
  var start: String?

  @Flag(
    help: """
      Serve only yourself, with all files in your XDG directories. Usually started by: systemctl --user enable --now \
      rubatod.socket rubatod
      """)
  var user = false

  @Option(
    help: ArgumentHelp(
      "Read task files from this directory instead of the default directories; the first has precedence.",
      valueName: "directory"))
  var tasks: [String] = []

  @Option(
    help: ArgumentHelp(
      "Policy file (default: /etc/rubato/policy.yaml, or ~/.config/rubato/policy.yaml with"
        + " --user, if it exists).", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  @Option(help: ArgumentHelp("Keep all state in this directory.", valueName: "directory"))
  var stateDirectory: String?

  @Option(help: ArgumentHelp("Socket to listen on.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Way to start commands: direct, as children of the daemon, which end with it; units, as"
        + " systemd units, which outlive it (default: direct; with --user and without"
        + " --state-directory, units if the bus of your systemd user manager can be reached)."
        + " The installed rubatod.service passes --launcher units.", valueName: "direct|units"))
  var launcher: LauncherKind?

  @Option(
    help: ArgumentHelp(
      "Cgroup v2 directory for the exclusive use of runs.", valueName: "directory"))
  var cgroup: String?

  @Option(
    help: ArgumentHelp(
      "Sources of the device's state: all, none (only `rubatoctl device set`), or a comma-separated"
        + " list of names as shown by `rubatoctl device show`.", valueName: "sources"))
  var sources = "all"

  @Option(
    help: ArgumentHelp(
      "Read /sys and /proc below this directory, for tests.", valueName: "directory"))
  var deviceRoot = ""

  @Option(
    help: ArgumentHelp(
      "Record all input and decisions, without commands and output, for `rubatoctl replay`. An"
        + " existing recording is continued.",
      valueName: "file"), completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp("Maximum size of the recording in MiB.", valueName: "MiB"))
  var recordLimit = 64

  @Flag(help: "Log everything.")
  var verbose = false

  /// Refuses options that cannot be combined. Called by ArgumentParser before `run`.
  func validate() throws {
    if simulate && stateDirectory == nil {
      throw ValidationError(
        "--simulate requires --state-directory, or it would run the system's requests.")
    }
    if start != nil && !simulate {
      throw ValidationError("--start requires --simulate.")
    }
    if !(1...65_536).contains(recordLimit) {
      throw ValidationError("--record-limit '\(recordLimit)' is not allowed; use 1 to 65536 MiB.")
    }
    if launcher == .units && cgroup != nil {
      throw ValidationError(
        "--cgroup requires --launcher direct; systemd creates the cgroups of units.")
    }
  }

  /// Runs the daemon with the parsed options until it receives a stop signal.
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
    let bytesPerMebibyte = 1_048_576
    options.recordingLimit = recordLimit * bytesPerMebibyte
    options.logLevel = verbose ? .debug : .info
    try Daemon(options).run()
  }

  /// The names of the sources of the device's state; `nil` for all sources.
  private var chosenSources: Set<String>? {
    switch sources {
    case "all": nil
    case "none": []
    default: Set(sources.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
    }
  }
}

extension LauncherKind: ExpressibleByArgument {}
