import Foundation
import Glibc
import Testing

/// A session bus for a test, and a notification service on it that reports the notifications to show.
final class NotificationService {
  /// A notification that was shown.
  struct Shown: Decodable, Hashable {
    var app: String
    var summary: String
    var body: String
    var actions: [String]
  }

  let address: String
  private let bus = Process()
  private var service: Process?
  private let output = Pipe()
  private var said = Data()
  /// The output of the bus and of the programs that it starts, including the app that a click opens.
  private let busOutput = Pipe()

  static let isPossible =
    access("/usr/lib/python3/dist-packages/dbusmock", R_OK) == 0
    && access("/usr/bin/dbus-daemon", X_OK) == 0

  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("EndToEnd/notifications.py")

  /// Starts the bus, without a notification service.
  init(_ directory: TemporaryDirectory) throws {
    address = "unix:path=\(directory.path)/bus"
    try Self.install(in: directory)
    bus.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    bus.arguments = ["--session", "--address=\(address)", "--nofork", "--print-address"]
    bus.environment = ProcessInfo.processInfo.environment.merging([
      "XDG_DATA_HOME": "\(directory.path)/data", "DBUS_SESSION_BUS_ADDRESS": address,
      "RUBATO_NOTIFY": Self.program, "BEHAVIOUR": "notified", "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    bus.standardOutput = busOutput
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    // The bus listens before it prints its address.
    try #require(!busOutput.fileHandleForReading.availableData.isEmpty)
  }

  private static let program = DaemonProcess.products.appendingPathComponent("rubato-notify").path

  /// Installs the service that receives clicks. The bus starts it in the same way as the installed service.
  private static func install(in directory: TemporaryDirectory) throws {
    let services = "\(directory.path)/data/dbus-1/services"
    try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
    try "[D-BUS Service]\nName=io.rubato.Notifications\nExec=\(program) --serve\n"
      .write(
        toFile: "\(services)/io.rubato.Notifications.service", atomically: true, encoding: .utf8)
  }

  /// Waits until a program that the bus has started prints `words`, and returns its output.
  func heard(until words: String) throws -> String {
    var heard = ""
    while !heard.contains(words) {
      let data = try busOutput.next("'\(words)'; it has said: \(heard)")
      try #require(!data.isEmpty, "the bus has ended; its output: \(heard)")
      heard += String(decoding: data, as: UTF8.self)
    }
    return heard
  }

  deinit {
    for process in [service, bus].compactMap(\.self) where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// Starts to show notifications, and clicks on those with this title.
  func start(clickingOn title: String? = nil) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [Self.script.path] + (title.map { ["--click", $0] } ?? [])
    process.environment = ["DBUS_SESSION_BUS_ADDRESS": address]
    process.standardOutput = output
    try process.run()
    service = process
    #expect(try line() == "ready")
  }

  /// Waits for the next notification, and returns it.
  func next() throws -> Shown {
    try JSONDecoder().decode(Shown.self, from: Data(line().utf8))
  }

  private func line() throws -> String {
    while true {
      if let end = said.firstIndex(of: UInt8(ascii: "\n")) {
        let line = said[said.startIndex..<end]
        said = Data(said[(end + 1)...])
        return String(decoding: line, as: UTF8.self)
      }
      let data = try output.next("a notification")
      try #require(!data.isEmpty, "the notification service has ended")
      said += data
    }
  }
}
