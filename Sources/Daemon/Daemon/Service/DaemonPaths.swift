import AtomicFiles
import Control
import Files
import Glibc

/// The paths of a daemon. All paths that commands or systemd receive are absolute.
struct DaemonPaths {
  var state: String
  var socket: String
  var supervisor: String
  /// The program that watches paths for requests.
  var observer: String
  /// The program that shows notifications.
  var notifier: String
  /// Whether the daemon has paths of its own, and is neither the system's nor a user's.
  let hasOwnPaths: Bool
  /// The directory in which commands find their stop reasons. It is next to the socket, because every user who may
  /// submit work can enter the directories above the socket.
  var stopReasons: String
  /// The directory of environments until their commands have started: in memory, for root only.
  var environments: String
  /// The lock of the daemon whose commands are units: one for each service manager.
  var unitLock: String
  /// The commands that reach this daemon.
  var commands: AdvisedCommands
  /// The directories of task files, the highest priority first.
  var tasks: [String]
  /// The policy file that applies if it exists; `nil` if none is read.
  var policy: String?
  private let createsParentsOfState: Bool
  private var runtime: String?

  /// Determines the paths from the options, from the user's directories for `--user`, and from variables of systemd.
  /// Throws if the user's directories are unknown.
  init(_ options: Options) throws(DaemonError) {
    let homes = options.isUser ? try UserHomes() : nil
    // Only in the home of a user can these parents be missing.
    createsParentsOfState = homes != nil && options.stateDirectory == nil
    let ownState = options.stateDirectory.map(Self.absolute)
    state =
      ownState ?? homes?.state ?? Self.directory(inVariable: "STATE_DIRECTORY") ?? "/var/lib/rubato"
    let runtime = homes?.runtime ?? Self.directory(inVariable: "RUNTIME_DIRECTORY") ?? "/run/rubato"
    // A daemon with its own paths would run the system's tasks a second time.
    hasOwnPaths = options.simulates || options.stateDirectory != nil
    let usualTasks = homes?.tasks ?? TaskDirectories.system
    tasks = options.tasks ?? (hasOwnPaths ? [] : usualTasks)
    let usualPolicy = homes?.policy ?? PolicyFile.system
    policy = hasOwnPaths ? nil : usualPolicy
    socket = options.socket ?? "\(runtime)/io.rubato.Scheduler"
    // Without a socket of its own, the daemon is at the default place.
    commands =
      options.socket.map { AdvisedCommands(naming: "--socket \(Self.absolute($0))") }
      ?? AdvisedCommands(naming: options.isUser ? "--user" : "")
    stopReasons = options.socket.map { "\(Self.absolute($0)).runs" } ?? "\(runtime)/runs"
    unitLock = "\(runtime)/units.lock"
    environments =
      options.socket.map { "\(Self.absolute($0)).environments" } ?? "\(runtime)/environments"
    // With --socket, the daemon's files are next to that socket, so it creates no directory for them.
    self.runtime = options.socket == nil ? runtime : nil
    supervisor = Self.installedProgram("rubato-supervise")
    observer = Self.installedProgram("rubato-observe")
    notifier = Self.installedProgram("rubato-notify")
  }

  /// The database of the store.
  var database: String { "\(state)/rubato.sqlite" }
  /// The directory with the output of runs.
  var output: String { "\(state)/output" }
  /// The directory of locks that direct children of this or an earlier daemon hold while they are alive.
  var locks: String { "\(state)/running" }

  /// The copy of the last valid policy file.
  var goodPolicy: String { "\(state)/policy.yaml" }

  /// The directory of tokens of app processes, for root only.
  var launches: String { "\(state)/launches" }

  /// The absolute path of the socket.
  var absoluteSocket: String { Self.absolute(socket) }

  /// Returns `path` as an absolute path; a relative one is taken from the current directory.
  static func absolute(_ path: String) -> String {
    guard path.utf8.first != UInt8(ascii: "/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return "\(String(cString: directory))/\(path)"
  }

  /// Returns the first directory in the environment variable `name`; `nil` if it is not set. systemd separates several
  /// directories by colons.
  private static func directory(inVariable name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value).utf8.split(separator: UInt8(ascii: ":")).first.map {
      String(Substring($0))
    }
  }

  /// Returns the path of the program `name` in the directory of this program, or in `/usr/libexec` if that is unknown.
  private static func installedProgram(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return "/usr/libexec/\(name)" }
    let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(AtomicFile.parent(of: path))/\(name)"
  }

  /// Creates the missing directories that the daemon owns. Throws if one cannot be created, or if the directory of
  /// `--socket` does not exist.
  func createDirectories() throws(DaemonError) {
    if createsParentsOfState { try makeParentsOfState() }
    try requireDirectoryOfSocket()
    try Self.makeDirectory(state, mode: 0o700)
    if let runtime { try Self.makeDirectory(runtime, mode: 0o755) }
  }

  /// Throws if the directory of `--socket` does not exist. Otherwise the daemon would create it for its own files next
  /// to the socket, closed to other users.
  private func requireDirectoryOfSocket() throws(DaemonError) {
    // Without --socket, the daemon creates the directory of its socket.
    let hasSocketOption = runtime == nil
    let directory = AtomicFile.parent(of: absoluteSocket)
    guard hasSocketOption, !Self.isDirectory(directory) else { return }
    throw DaemonError(
      "--socket \(socket): directory \(directory) not found; create it, or choose another path")
  }

  /// Returns whether `path` exists and is a directory.
  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Creates the missing parents of the state directory. A new user's home lacks even `.local`.
  private func makeParentsOfState() throws(DaemonError) {
    var parent = ""
    for name in AtomicFile.names(in: state).dropLast() {
      parent += "/\(name)"
      try Self.makeDirectory(parent, mode: 0o700)
    }
  }

  /// Creates a directory, or does nothing if it exists. Throws if it cannot be created, or if another kind of file has
  /// this path.
  private static func makeDirectory(_ path: String, mode: mode_t) throws(DaemonError) {
    guard mkdir(path, mode) != 0 else { return }
    if errno == EEXIST {
      guard !isDirectory(path) else { return }
      throw DaemonError("\(path) is not a directory; choose another with --state-directory")
    }
    throw DaemonError(
      "\(path) cannot be created: \(String(cString: strerror(errno)));"
        + " create it, or choose another with --state-directory")
  }
}
