import Control
import Files
import Glibc

/// Where a daemon keeps its things.
struct DaemonPaths {
  var state: String
  var socket: String
  var supervisor: String
  /// What watches paths for requests.
  var observer: String
  /// What shows notifications.
  var notifier: String
  /// Where commands find why they have to stop: beside the socket, since whoever may submit work can
  /// pass through the directories above that.
  var stopReasons: String
  /// Where environments lie until their commands have started: in memory, for root only.
  var environments: String
  /// Held by the daemon whose commands are units: one of each service manager.
  var unitLock: String
  /// Those that reach this daemon.
  var commands: AdvisedCommands
  /// Where task files are, the highest first.
  var tasks: [String]
  /// The policy file that counts if it is there; nil where none is looked for.
  var policy: String?
  private let isUser: Bool
  private var runtime: String?

  init(_ options: Options) throws(DaemonError) {
    let homes = options.isUser ? try UserHomes() : nil
    isUser = homes != nil && options.stateDirectory == nil
    state =
      options.stateDirectory ?? homes?.state ?? Self.variable("STATE_DIRECTORY")
      ?? "/var/lib/rubato"
    let runtime = homes?.runtime ?? Self.variable("RUNTIME_DIRECTORY") ?? "/run/rubato"
    // A daemon with a place of its own would run the system's tasks a second time.
    let hasOwnPlace = options.simulates || options.stateDirectory != nil
    tasks = options.tasks ?? (hasOwnPlace ? [] : homes?.tasks ?? TaskDirectories.system)
    policy = hasOwnPlace ? nil : homes?.policy ?? PolicyFile.system
    socket = options.socket ?? "\(runtime)/io.rubato.Scheduler"
    // Without a socket of its own it is found by everybody where everybody looks.
    commands =
      options.socket.map { AdvisedCommands(naming: "--socket \(Self.absolute($0))") }
      ?? AdvisedCommands(naming: options.isUser ? "--user" : "")
    stopReasons = options.socket.map { "\($0).runs" } ?? "\(runtime)/runs"
    unitLock = "\(runtime)/units.lock"
    environments = options.socket.map { "\($0).environments" } ?? "\(runtime)/environments"
    self.runtime = options.socket == nil ? runtime : nil
    supervisor = Self.neighbour("rubato-supervise")
    observer = Self.neighbour("rubato-observe")
    notifier = Self.neighbour("rubato-notify")
  }

  var database: String { "\(state)/rubato.sqlite" }
  var output: String { "\(state)/output" }
  /// What direct children of this or an earlier daemon hold while they live.
  var locks: String { "\(state)/running" }

  /// The policy file as it was when it was right.
  var goodPolicy: String { "\(state)/policy.yaml" }

  /// The tokens of the processes of apps, for root only.
  var launches: String { "\(state)/launches" }

  /// The socket for those who are in another directory.
  var absoluteSocket: String { Self.absolute(socket) }

  /// The same path for those who are in another directory.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return "\(String(cString: directory))/\(path)"
  }

  /// systemd separates several directories by colons; the first is ours.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value).split(separator: ":").first.map(String.init)
  }

  /// A program in the directory of this one.
  private static func neighbour(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return "/usr/libexec/\(name)" }
    let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/\(name)"
  }

  /// Makes what is missing of the directories that the daemon owns.
  func prepare() throws(DaemonError) {
    if isUser { try makeParents() }
    try requireDirectoryOfSocket()
    try Self.make(state, mode: 0o700)
    if let runtime { try Self.make(runtime, mode: 0o755) }
  }

  /// Without this, the daemon would make the directory for its files beside the socket, closed to other users.
  private func requireDirectoryOfSocket() throws(DaemonError) {
    guard runtime == nil, let slash = absoluteSocket.lastIndex(of: "/") else { return }
    let directory = slash == absoluteSocket.startIndex ? "/" : String(absoluteSocket[..<slash])
    guard !Self.isDirectory(directory) else { return }
    throw DaemonError(
      "--socket \(socket): there is no directory \(directory); make it, or name another path")
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A new user's home has not even `.local`.
  private func makeParents() throws(DaemonError) {
    var parent = ""
    for name in state.split(separator: "/").dropLast() {
      parent += "/\(name)"
      try Self.make(parent, mode: 0o700)
    }
  }

  private static func make(_ path: String, mode: mode_t) throws(DaemonError) {
    guard mkdir(path, mode) != 0 else { return }
    if errno == EEXIST {
      guard !isDirectory(path) else { return }
      throw DaemonError("\(path) is no directory; name another with --state-directory")
    }
    throw DaemonError(
      "\(path) cannot be made: \(String(cString: strerror(errno)));"
        + " make it, or name another with --state-directory")
  }
}
