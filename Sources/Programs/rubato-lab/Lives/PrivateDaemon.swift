import AtomicFiles
import Control
import FoundationEssentials
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A daemon with a virtual clock and a simulated device for one life of an app. Its directory is removed with it.
final class PrivateDaemon {
  let directory: String
  let session: Verbs.Session
  private let program: ChildProgram

  var socket: String { "\(directory)/socket" }
  var recording: String { "\(directory)/recording.jsonl" }

  /// The longest time until it answers, in real time.
  private static let startTimeout = Duration.seconds(30)

  /// Starts the daemon in a new directory with its clock at `start`, and connects to it.
  ///
  /// - Parameters:
  ///   - zoneSeconds: The offset of its clocks from UTC.
  ///   - policy: The path of its policy file; `nil` uses the default one.
  init(at start: WallTime, zoneSeconds: Int, policy: String?) throws(Failure) {
    directory = try Self.makeDirectory()
    let paths = (socket: "\(directory)/socket", log: "\(directory)/daemon.log")
    do throws(Failure) {
      // With a recording that is long enough for every life: the launches of the app are read from it.
      var arguments = [
        try Self.daemonPath(), "--simulate", "--start",
        Self.text(LocalTime(start, zoneSeconds: zoneSeconds)),
        "--state-directory", directory, "--socket", paths.socket, "--record",
        "\(directory)/recording.jsonl", "--record-limit", "4096",
      ]
      if let policy { arguments += ["--config", policy] }
      var environment = Process.environment
      environment["TZ"] = Self.zone(secondsFromUTC: zoneSeconds)
      program = try ChildProgram(arguments, environment: environment, output: paths.log)
      session = try Self.connect(to: program, paths.socket, log: paths.log)
    } catch {
      Self.remove(directory)
      throw error
    }
  }

  deinit {
    program.end(within: .seconds(10))
    Self.remove(directory)
  }

  /// Returns a local time in the format of `--start`, to the minute.
  private static func text(_ time: LocalTime) -> String {
    let civil = CivilTime(universalSeconds: time.wholeSeconds)
    return String(civil.text.replacing("T", with: " ").prefix(16))
  }

  /// Returns a zone with a fixed offset in the format of TZ (tzset(3)), in which an offset to the east is negative.
  private static func zone(secondsFromUTC seconds: Int) -> String {
    let (sign, size) = (seconds > 0 ? "-" : "+", abs(seconds))
    return "UTC\(sign)\(size / 3600):\(size / 60 % 60):\(size % 60)"
  }

  // MARK: Location

  /// Returns the path of rubatod: next to this program, as it is built, or in ../libexec, as it is installed.
  private static func daemonPath() throws(Failure) -> String {
    let ownDirectory = RealPath.resolve("/proc/self/exe").map { AtomicFile.parent(of: $0) }
    let places = [
      ownDirectory.map { "\($0)/rubatod" }, ownDirectory.map { "\($0)/../libexec/rubatod" },
    ]
    guard let path = places.compactMap(\.self).first(where: { access($0, X_OK) == 0 }) else {
      throw .refused(
        "rubatod not found next to rubato-lab or in ../libexec; install the package rubato of the same version"
      )
    }
    return path
  }

  /// Creates a new directory for the daemon's state, below TMPDIR or /tmp, and returns its path.
  private static func makeDirectory() throws(Failure) -> String {
    let parent =
      Process.environment["TMPDIR"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
      ?? "/tmp"
    var template = Array("\(parent)/rubato-life-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else {
      throw .refused("cannot create a directory in \(parent): \(String(cString: strerror(errno)))")
    }
    return String(cString: path)
  }

  /// Removes the daemon's directory with all its files. A failure is ignored.
  private static func remove(_ directory: String) {
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Connects to the daemon as soon as it listens. Throws an error if the daemon ends, or if `startTimeout` ends.
  private static func connect(
    to program: ChildProgram, _ socket: String, log: String
  ) throws(Failure) -> Verbs.Session {
    let deadline = ContinuousClock.now + startTimeout
    while program.pollStatus() == nil, ContinuousClock.now < deadline {
      if let session = try? Verbs.Session(socket: socket) { return session }
      usleep(5000)
    }
    throw .refused("the private daemon does not answer: \(lastLine(of: log))")
  }

  /// Returns the last line of a program's log, or a text for an empty log.
  static func lastLine(of log: String) -> String {
    let text = (try? TextFile.read(log, limit: 1 << 26)) ?? ""
    return text.split(separator: "\n").last.map { String($0).visible } ?? "its log is empty"
  }
}
