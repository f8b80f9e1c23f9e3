import ArgumentParser
import Terminal

/// Which daemon, and for whom the answer is.
package struct ConnectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Connect to this socket.", valueName: "path"))
  var socket: String?

  @Flag(help: "Connect to your own daemon.")
  var user = false

  @Flag(help: "Connect to the system's daemon, overriding RUBATO_SOCKET.")
  var system = false

  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}

  /// Whether a daemon was named.
  var namesDaemon: Bool { socket != nil || user || system }

  package func validate() throws {
    guard [socket != nil, user, system].count(where: \.self) <= 1 else {
      throw ValidationError("use only one of --socket, --user and --system")
    }
  }

  func instance() throws(Failure) -> Instance {
    do throws(InputError) {
      return try Instance(
        socket: socket, wantsUser: user, wantsSystem: system, environment: Process.environment)
    } catch {
      throw .refused(error)
    }
  }
}
