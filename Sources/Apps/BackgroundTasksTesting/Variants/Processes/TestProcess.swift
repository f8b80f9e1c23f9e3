import ChildProcesses
import Foundation
import Scheduling

/// A process that repeats a test for some of its variants. It is used from one thread.
final class TestProcess {
  /// The number by which the process knows its end of the connection.
  static let descriptor: Int32 = 3

  /// A message of the process, or its absence.
  enum Reading: Equatable {
    case line(String)
    /// The process has ended.
    case end
    /// The process has sent nothing for too long.
    case silence
    /// The connection cannot be read, for this reason.
    case unreadable(String)
  }

  private let connection: Int32
  private let process: pid_t
  /// The file with the output of the process.
  let output: URL
  /// The number of bytes of failed expectations that its results contain.
  var reported = 0
  /// The number of bytes of its output before the present variant.
  var outputBefore = 0
  private var unread: [UInt8] = []
  private var status: WaitStatus?

  /// Starts the program of the tests.
  ///
  /// - Throws: `BenchError` if it cannot be started.
  init(_ program: String, _ arguments: [String], _ environment: [String: String], output: URL)
    throws
  {
    self.output = output
    // Another thread must not start a process while descriptors exist that this one would inherit.
    Self.starting.lock()
    defer { Self.starting.unlock() }
    var sockets: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.stream, 0, &sockets) == 0 else {
      throw BenchError("no connection to a process of a test: \(Self.reason(errno))")
    }
    #if canImport(Darwin)
      for socket in sockets { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
    #else
      // SOCK_CLOEXEC in the type of the socket has done this.
    #endif
    connection = sockets[0]
    // The started process has its own copy of the other socket.
    defer { close(sockets[1]) }
    do {
      process = try Self.spawn(program, arguments, environment, sockets[1], output)
    } catch {
      close(sockets[0])
      throw error
    }
  }

  /// The file with the last calls of the app.
  var positions: String { "\(output.path).positions" }

  /// The file with the results of earlier calls of the test, for a process with this output.
  static func earlier(_ output: URL) -> String { "\(output.path).earlier" }

  deinit {
    close(connection)
    if status == nil { stop() }
    for path in [output.path, "\(output.path).events", positions, Self.earlier(output)] {
      unlink(path)
    }
  }

  private static let starting = NSLock()

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
  #else
    // Another part of the test can start a program at the same time.
    private static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  #endif

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Starts the program, with `connection` as its descriptor and its output in a file.
  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    _ connection: Int32, _ output: URL
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    posix_spawn_file_actions_adddup2(&actions, connection, descriptor)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The present thread may block signals, also those that end a program. Ignored signals stay ignored, as in a job
    // of a shell.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") }
    defer { for word in words + variables { free(word) } }
    words.append(nil)
    variables.append(nil)
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &actions, &attributes, words, variables)
    guard error == 0 else {
      throw BenchError("\(program) cannot be started again for a test: \(reason(error))")
    }
    return process
  }

  // MARK: Messages

  /// Sends a line. A process that has ended receives nothing.
  func send(_ line: String) {
    Self.send(line, to: connection)
  }

  /// Sends a line over a connection between a test and its process.
  static func send(_ line: String, to connection: Int32) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var bytes = Array("\(line)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, flags)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Returns the next line.
  ///
  /// - Parameter limit: The longest real time without a message.
  func read(within limit: Duration) -> Reading {
    let wait = ReadableWait(connection, within: limit)
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        return .line(line)
      }
      switch wait.result() {
      case .readable: break
      case .timeout: return .silence
      case .failure(let code): return .unreadable(Self.reason(code))
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Foundation.read(connection, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      // A process that ended with unread input has reset the connection.
      guard count >= 0 || errno == ECONNRESET else { return .unreadable(Self.reason(errno)) }
      guard count > 0 else { return .end }
      unread += buffer[..<count]
    }
  }

  // MARK: The end

  /// Closes the connection, and waits for the end of the process, for which it has five seconds.
  ///
  /// - Parameter receive: Receives the lines that the process has sent by then.
  func closeAndWait(_ receive: (String) -> Void) {
    if status != nil { return }
    // The process ends when it has read the end of its input. Its last lines can still be read.
    shutdown(connection, Int32(SHUT_WR))
    while true {
      switch read(within: .seconds(5)) {
      case .line(let line):
        receive(line)
        continue
      case .end: _ = wait()
      case .silence, .unreadable: stop()
      }
      return
    }
  }

  /// Kills the process and waits for its end.
  func stop() {
    kill(process, SIGKILL)
    _ = wait()
  }

  /// Waits for the end of the process, and returns it.
  func wait() -> WaitStatus {
    let end = status ?? WaitStatus(ofChild: process)
    status = end
    return end
  }
}
