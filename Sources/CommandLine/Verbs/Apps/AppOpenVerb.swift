import ArgumentParser
import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

struct AppOpenVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Start the program of an app that is installed, as its user does.",
    discussion: """
      The app gets the environment of this command and outlives it. If the user has already started the app, it is not \
      started again. rubato-notify runs this verb for a clicked notification.
      """)

  @Argument(help: "App id, such as com.example.mail.")
  var id: String

  @Option(
    help: ArgumentHelp(
      "Deliver a click on this notification; its content is read from standard input, as JSON.",
      valueName: "identifier"))
  var response: String?

  @OptionGroup var connection: ConnectionOptions

  /// Starts the app's program, unless the user has started it already, and queues the click if there is one. Throws if
  /// the app is not installed or the server is not trusted.
  func perform(_ session: Session) throws(Failure) {
    try session.checkTrust()
    let app = try session.call(ListApps(id: id)).apps.first
    guard let app, let program = app.program else {
      throw .refused(
        "app '\(id)' is not installed; install it with `rubatoctl app install DIRECTORY`")
    }
    // A relative path would name a file below the directory of the caller.
    guard program.utf8.first == UInt8(ascii: "/") else { throw .notAName(program, of: "program") }
    // The click is on disk before the app starts, so a failed start does not lose it.
    if let response { try queueResponse(response, session) }
    let isOpen = app.process?.byUser == true
    if !isOpen { try start(program) }
    try session.printAnswer(app) { _ in [isOpen ? "\(id) is open already." : "\(id) was started."] }
  }

  /// Queues the user's response to a notification as a request of the app. Its content is read from standard input. The
  /// request is on disk before the app is started, and is delivered when the app is in the foreground.
  private func queueResponse(_ identifier: String, _ session: Session) throws(Failure) {
    // The limit lets too long a text reach the daemon, which reports the error.
    let text = try TextFile.read("-", limit: TaskCategory.longestResponse * 2)
    // Responses have the kind of remote notifications.
    _ = try session.call(
      Submit(
        id: TaskCategory.responsePrefix + identifier, app: id, kind: Kind.push.rawValue,
        task: TaskClassInfo(category: TaskCategory.response.rawValue, payload: text)))
  }

  /// The value of POSIX_SPAWN_SETSID in glibc's spawn.h, a GNU extension.
  private static let newSessionFlag: Int16 = 0x80

  /// Starts the program in a session of its own, so that it outlives this command. Throws if it cannot be started.
  private func start(_ program: String) throws(Failure) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Self.newSessionFlag)
    // The app reads its id from this variable.
    let environment = Process.environment.merging(["RUBATO_APP": id]) { _, own in own }
    // Lists of C strings end with nil.
    var arguments = [strdup(program), nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, program, nil, &attributes, &arguments, &variables)
    if code != 0 { throw .refused("\(program): \(String(cString: strerror(code)))") }
  }
}
