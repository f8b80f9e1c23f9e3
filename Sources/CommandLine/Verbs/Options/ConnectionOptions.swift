import ArgumentParser
import Terminal
import Vocabulary

/// The daemon to use, and the form of the answer.
package struct DaemonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Connect to this socket.", valueName: "path"))
  var socket: String?

  @Flag(help: "Connect to your own daemon; rubatod(8) describes how to start one.")
  var user = false

  @Flag(help: "Connect to the system's daemon, overriding RUBATO_SOCKET.")
  var system = false

  @Flag(help: "Print JSON.")
  var json = false

  /// Empty in a valid command line: `RemoteHosts` performs the verb if the option is given. It stands here for the help.
  @Option(
    name: [.customShort("H"), .customLong("host")], parsing: .singleValue,
    help: ArgumentHelp(
      "Connect to this host with ssh, and run the verb with its rubatoctl.", valueName: "user@host")
  )
  var hosts: [String] = []

  package init() {}

  /// Refuses more than one of `--socket`, `--user` and `--system`, and `-H` as part of another word, such as `-fH`, with
  /// which the verb would act on this machine.
  package func validate() throws {
    if let host = hosts.first {
      throw ValidationError("write -H as a word of its own, as in -H \(host.visible)")
    }
    guard [socket != nil, user, system].count(where: \.self) <= 1 else {
      throw ValidationError("use only one of --socket, --user and --system")
    }
  }
}

/// The daemon to use, the form of the answer, and the longest wait for it.
package struct ConnectionOptions: ParsableArguments {
  @OptionGroup var daemon: DaemonOptions

  @Option(
    help: ArgumentHelp(
      "Give up if the daemon does not answer within this time (default: 30s).",
      valueName: "duration"))
  var timeout: String?

  package init() {}

  /// Creates the options for a verb whose own `--timeout` means something else.
  init(_ daemon: DaemonOptions) {
    self.daemon = daemon
    timeout = nil
  }

  package var json: Bool { daemon.json }

  /// Whether a daemon was named.
  var namesDaemon: Bool { daemon.socket != nil || daemon.user || daemon.system }

  /// Returns the daemon that the options or the environment select. Throws if they are invalid.
  func instance() throws(Failure) -> Instance {
    do throws(InputError) {
      return try Instance(
        socket: daemon.socket, wantsUser: daemon.user, wantsSystem: daemon.system,
        environment: Process.environment)
    } catch {
      throw .refused(error)
    }
  }

  /// Returns the longest wait for an answer, 30 seconds by default. Throws if `--timeout` is not a duration.
  func replyTimeout() throws(Failure) -> Duration {
    let allowed = "a duration of 1ms or more, such as 30s"
    return try OptionValue.read(timeout, of: "--timeout", allowed: allowed) {
      DurationNotation.parse($0).flatMap { $0 >= .milliseconds(1) ? $0 : nil }
    } ?? Session.usualReplyTimeout
  }
}
