import Foundation
import Testing

/// Upstream's mock of logind on its own bus, whose address the daemon gets in its environment.
final class MockedLogind {
  let environment: [String: String]
  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()

  /// Whether the required programs are installed (Debian: python3-dbusmock, dbus).
  static let isPossible =
    access("/usr/lib/python3/dist-packages/dbusmock", R_OK) == 0
    && access("/usr/bin/dbus-daemon", X_OK) == 0

  private static let script = """
    import dbusmock, os, signal, subprocess, sys
    from dbusmock import DBusTestCase
    manager = 'org.freedesktop.login1.Manager'
    # The thread that starts this may block signals, and a bus that inherits that does not end.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    DBusTestCase.start_system_bus()
    mock, logind = DBusTestCase.spawn_server_template('logind', {}, stdout=subprocess.DEVNULL)
    print(os.environ['DBUS_SYSTEM_BUS_ADDRESS'], flush=True)
    for line in sys.stdin:
      if line.strip() == 'inhibitors':
        print(len(logind.ListInhibitors(dbus_interface=manager)), flush=True)
      else:
        logind.EmitSignal(manager, 'PrepareForSleep', 'b', [line.strip() == 'sleep'],
                          dbus_interface=dbusmock.MOCK_IFACE)
    mock.kill()
    mock.wait()
    DBusTestCase.tearDownClass()
    """

  init() throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", Self.script]
    process.standardInput = orders
    process.standardOutput = answers
    // The bus warns about a limit that does not matter here.
    process.standardError = FileHandle.nullDevice
    try process.run()
    let address = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
    try #require(address.hasPrefix("unix:"), "there is no mock of logind")
    environment = [
      "DBUS_SYSTEM_BUS_ADDRESS": address.trimmingCharacters(in: .whitespacesAndNewlines)
    ]
  }

  deinit {
    try? orders.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func announceSleep() throws { try say("sleep") }

  func wake() throws { try say("wake") }

  /// Polls until there are this many inhibitors, since no signal reports them.
  func waitForInhibitors(_ count: Int) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try inhibitors() != count {
      try #require(ContinuousClock.now < end, "there are not \(count) inhibitors")
    }
  }

  private func inhibitors() throws -> Int? {
    try say("inhibitors")
    let answer = String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
    return Int(answer.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private func say(_ word: String) throws {
    try orders.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
  }
}
