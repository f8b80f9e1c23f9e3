import Bus
import Foundation
import Glibc

/// A message bus for a test, which can be killed and started again at the same address.
final class PrivateBus {
  /// The directory of service files, so that a test can have services that the bus could start.
  var serviceDirectory: String { tree.root + "/services" }
  var address: String { "unix:path=\(tree.root)/bus" }
  var kind: Bus.Kind { .address(address) }
  /// The services on the bus, which are kept as long as the bus.
  var services = [MockService]()
  private let tree = WrittenTree()
  private var daemon = Process()

  /// - Parameter isStarted: Whether the bus exists at the address from the beginning.
  init(isStarted: Bool = true) throws {
    tree.makeDirectory("/services")
    tree.write(configuration, to: "/bus.conf")
    if isStarted { try start() }
  }

  deinit {
    kill()
  }

  /// Returns when clients can connect.
  func start() throws {
    let output = Pipe()
    daemon = Process()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--config-file=\(tree.root)/bus.conf", "--nofork", "--print-address"]
    daemon.standardOutput = output
    // The bus warns about a limit that does not matter here.
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    // The bus listens before it prints its address.
    let line = output.fileHandleForReading.availableData
    if line.isEmpty { throw Inbox<Void>.Missing(description: "dbus-daemon ended") }
  }

  /// Kills the bus. Its socket remains, without a listener.
  func kill() {
    guard daemon.isRunning else { return }
    Glibc.kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  /// Makes the bus start a program when a call names it.
  func offer(_ name: String, program: String) {
    tree.write(
      "[D-BUS Service]\nName=\(name)\nExec=\(program)", to: "/services/\(name).service")
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
