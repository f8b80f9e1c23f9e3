import Control
import Foundation
import Testing
import Varlink

/// `rubatoctl app install`, as a program.
struct AppInstallTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
    try write(Data(), to: "app/feed")
    chmod("\(directory.path)/app/feed", 0o755)
  }

  private func write(_ data: Data, to name: String) throws {
    let path = URL(filePath: directory.path).appending(path: name)
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: path)
  }

  private func plist(_ body: String) -> Data {
    Data("<plist version=\"1.0\"><dict>\n\(body)\n</dict></plist>".utf8)
  }

  private let good = """
    <key>CFBundleIdentifier</key><string>com.example.feed</string>
    <key>CFBundleExecutable</key><string>feed</string>
    <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.example.feed.*</string></array>
    <key>UIBackgroundModes</key><array><string>fetch</string></array>
    <key>com.apple.developer.something</key><true/>
    <key>CFBundleVersion</key><integer>3</integer>
    """

  private func install(_ arguments: String...) throws -> Rubatoctl.Result {
    try Rubatoctl.run(["app", "install"] + arguments, by: daemon)
  }

  @Test func aDirectoryIsInstalled() throws {
    try write(plist(good), to: "app/Info.plist")
    let result = try install("\(directory.path)/app")
    #expect(result.errors.isEmpty)
    #expect(result.output == "Installed: com.example.feed. It may submit com.example.feed.*.\n")
    let shown = try Rubatoctl.run(["app", "show", "com.example.feed"], by: daemon).output
    #expect(shown.contains("program  \(directory.path)/app/feed"))
    #expect(shown.contains("background modes  fetch"))
    #expect(try install("\(directory.path)/app").output.hasPrefix("Installed again: "))
  }

  /// A process that the user starts and one that the daemon starts use the same directory.
  @Test func theStateDirectoryOfItsUserIsRecorded() throws {
    try write(plist(good), to: "app/Info.plist")
    let install = ["app", "install", "\(directory.path)/app"]
    let state = ["XDG_STATE_HOME": "/home/ann/state"]
    #expect(try Rubatoctl.run(install, by: daemon, environment: state).code == 0)
    #expect(try daemon.connect().tell(ListApps()).apps.map(\.stateHome) == ["/home/ann/state"])
    let typed = install + ["--env", "XDG_STATE_HOME=/srv/state"]
    #expect(try Rubatoctl.run(typed, by: daemon, environment: state).code == 0)
    #expect(try daemon.connect().tell(ListApps()).apps.map(\.stateHome) == ["/srv/state"])
  }

  @Test func anExecutableIsInContentsLinuxToo() throws {
    try write(plist(good), to: "feed.app/Contents/Info.plist")
    try write(Data(), to: "feed.app/Contents/Linux/feed")
    chmod("\(directory.path)/feed.app/Contents/Linux/feed", 0o755)
    #expect(try install("\(directory.path)/feed.app").code == 0)
  }

  @Test func anInfoPlistMayBeElsewhere() throws {
    try write(plist(good), to: "elsewhere.plist")
    let result = try install(
      "\(directory.path)/app/feed", "--info-plist", "\(directory.path)/elsewhere.plist")
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test(arguments: [
    (
      "<key>CFBundleIdentifier</key>\n<string>com.example\n<key>x</key>",
      ": not a property list", "line 4"
    ),
    ("<key>UIBackgroundModes</key><array/>", ": CFBundleIdentifier is missing", "com.example.feed"),
    (
      "\n<key>CFBundleIdentifier</key><integer>3</integer>",
      ":3: CFBundleIdentifier has another type", "<string>"
    ),
    (
      "<key>CFBundleIdentifier</key><string>a</string>\n<key>UIBackgroundModes</key><string>fetch</string>",
      ":3: UIBackgroundModes has another type", "<array> of <string>"
    ),
    ("<key>CFBundleIdentifier</key><string>a b</string>", "id 'a b' is not allowed", "letters"),
    (
      "<key>CFBundleIdentifier</key><string>a</string><key>UIBackgroundModes</key><array><string>f\u{7}</string></array>",
      "backgroundModes", "fetch"
    ),
  ])
  func anInfoPlistWithAMistakeIsRefused(body: String, says: String, hint: String) throws {
    try write(plist(body), to: "app/Info.plist")
    let result = try install("\(directory.path)/app/feed")
    #expect(result.code == 1)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.errors.contains(hint), "\(result.errors)")
  }

  @Test func whatIsNoAppIsRefused() throws {
    #expect(try install("\(directory.path)/app").errors.contains("Info.plist not found in"))
    try write(plist(good), to: "app/Info.plist")
    chmod("\(directory.path)/app/feed", 0o644)
    #expect(try install("\(directory.path)/app").errors.contains("is not an executable file"))
    try FileManager.default.removeItem(atPath: "\(directory.path)/app/feed")
    #expect(try install("\(directory.path)/app").errors.contains("executable 'feed' not found"))
    #expect(try install("\(directory.path)/nowhere").errors.contains("No such file"))
  }

  @Test func tenThousandIdentifiersAreTooMany() throws {
    let identifiers = (0..<10_000).map { "com.example.feed.task-\($0)" }
    let error = #expect(throws: ClientError.self) {
      try daemon.connect().tell(
        InstallApp(
          id: "com.example.feed", program: "/bin/true", permittedIdentifiers: identifiers,
          backgroundModes: []))
    }
    #expect("\(String(describing: error))".contains("65536"), "\(String(describing: error))")
  }
}
