import Bus
import Foundation
import Glibc

/// A message bus of a test's own, which can be killed and started again at the same address.
final class PrivateBus {
  /// Where service files are looked for, so that a test can have services that could be started.
  var serviceDirectory: String { tree.root + "/services" }
  var address: String { "unix:path=\(tree.root)/bus" }
  var kind: Bus.Kind { .address(address) }
  /// The services on it, which live as long as it does.
  var services = [MockService]()
  private let tree = WrittenTree()
  private var daemon = Process()

  /// - Parameter isStarted: whether there is a bus at the address from the beginning.
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
    // It complains of a limit that is of no use here.
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    // It listens before it says where.
    let line = output.fileHandleForReading.availableData
    if line.isEmpty { throw Inbox<Void>.Missing(description: "dbus-daemon ended") }
  }

  /// Ends it without any farewell. Its socket stays, as a dead one.
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
