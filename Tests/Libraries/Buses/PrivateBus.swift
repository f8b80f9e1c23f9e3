import Bus
import Foundation
import Glibc

/// A message bus for a test, which can be killed and started again at the same address.
package final class PrivateBus {
  package struct Ended: Error {}

  /// The directory of service files, so that a test can have services that the bus could start.
  package var serviceDirectory: String { root + "/services" }
  package var address: String { "unix:path=\(root)/bus" }
  package var kind: Bus.Kind { .address(address) }
  /// The services on the bus, which are kept as long as the bus.
  package var services: [AnyObject] = []
  private let root: String
  private var daemon = Process()

  /// Whether the program of the bus is installed.
  package static let isPossible = access(program, X_OK) == 0
  private static let program = "/usr/bin/dbus-daemon"

  /// - Parameter isStarted: Whether the bus exists at the address from the beginning.
  package init(isStarted: Bool = true) throws {
    root = FileManager.default.temporaryDirectory.path + "/bus-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: serviceDirectory, withIntermediateDirectories: true)
    try write(configuration, to: "bus.conf")
    if isStarted { try start() }
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(atPath: root)
  }

  /// Returns when clients can connect.
  package func start() throws {
    let output = Pipe()
    daemon = Process()
    daemon.executableURL = URL(filePath: Self.program)
    daemon.arguments = ["--config-file=\(root)/bus.conf", "--nofork", "--print-address"]
    daemon.standardOutput = output
    // The bus warns about a limit that does not matter here.
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    // The bus listens before it prints its address.
    let line = output.fileHandleForReading.availableData
    if line.isEmpty { throw Ended() }
  }

  /// Kills the bus. Its socket remains, without a listener.
  package func kill() {
    guard daemon.isRunning else { return }
    Glibc.kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  /// Makes the bus start a program when a call names it.
  package func offer(_ name: String, program: String) throws {
    try write("[D-BUS Service]\nName=\(name)\nExec=\(program)\n", to: "services/\(name).service")
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(root)/\(name)"))
  }

  private var configuration: String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>custom</type>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(serviceDirectory)</servicedir>
      <policy context="default">
        <allow user="*"/>
        <allow own="*"/>
        <allow send_type="*"/>
        <allow receive_type="*"/>
      </policy>
    </busconfig>
    """
  }
}
