import ChildProcesses
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// Another program that is run to its end.
package struct Program {
  /// The end of the program.
  struct Result {
    /// The exit code, or 128 and the number of the signal that ended the program.
    var status: Int32
    /// The standard output.
    var bytes: [UInt8]
    /// The standard error.
    var errors: [UInt8]
    /// The standard output as text.
    var output: String { String(decoding: bytes, as: UTF8.self) }
    /// The problem of a program that has failed: its standard error or, if that is empty, its standard output.
    var problem: String { errors.isEmpty ? output : String(decoding: errors, as: UTF8.self) }
  }

  /// The name, found in PATH.
  var name: String
  /// The time zone of its output; `nil` is the system's zone, not this terminal's.
  var zone: String?

  /// Runs the program and waits for its end. Returns its standard output, its standard error, and its status: the exit
  /// code, or 128 and the number of the signal that ended it.
  ///
  /// - Throws: If the program could not be started.
  func run(_ arguments: [String]) throws(Failure) -> Result {
    let output = try openPipe()
    defer { close(output.readEnd) }
    let errors: (readEnd: Int32, writeEnd: Int32)
    do throws(Failure) {
      errors = try openPipe()
    } catch {
      close(output.writeEnd)
      throw error
    }
    defer { close(errors.readEnd) }
    let child = try start(arguments, output: output.writeEnd, errors: errors.writeEnd)
    let texts = Self.readAll([output.readEnd, errors.readEnd])
    return Result(
      status: WaitStatus(ofChild: child).shellCode, bytes: texts[0], errors: texts[1])
  }

  /// Opens a pipe. The program inherits only the ends that are passed on to it.
  private func openPipe() throws(Failure) -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts the program with these standard outputs, and closes this process's ends of them. Returns the process
  /// identifier.
  private func start(
    _ arguments: [String], output: Int32, errors: Int32
  ) throws(Failure) -> pid_t {
    defer {
      close(output)
      close(errors)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, name, &actions, nil, &words, &variables)
    guard code == 0 else { throw failure(code) }
    return child
  }

  /// This process's environment, except variables that change the output format of systemd's programs.
  private var environment: [String] {
    let inherited = Process.environment.filter { $0.key != "TZ" && !$0.key.hasPrefix("LC_") }
    var changed = ["LC_ALL": "C", "SYSTEMD_COLORS": "0", "SYSTEMD_PAGER": ""]
    changed["TZ"] = zone
    return inherited.merging(changed) { $1 }.map { "\($0.key)=\($0.value)" }
  }

  /// Returns all bytes from each pipe until its end or a read error.
  private static func readAll(_ readEnds: [Int32]) -> [[UInt8]] {
    var texts = readEnds.map { _ in [UInt8]() }
    var waits = readEnds.map { pollfd(fd: $0, events: CShort(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    // poll(2) ignores negative descriptors, which are those of pipes that have ended.
    while waits.contains(where: { $0.fd >= 0 }) {
      if poll(&waits, nfds_t(waits.count), -1) < 0 {
        if errno == EINTR { continue }
        break
      }
      for index in waits.indices where waits[index].revents != 0 {
        let count = read(waits[index].fd, &buffer, buffer.count)
        if count > 0 { texts[index] += buffer[..<count] }
        if count == 0 || count < 0 && errno != EINTR { waits[index].fd = -1 }
      }
    }
    return texts
  }

  /// Runs a program and returns its output. Throws if it cannot be run, or fails.
  package static func output(
    of name: String, _ arguments: [String]
  ) throws(Failure) -> [UInt8] {
    let result = try Program(name: name).run(arguments)
    guard result.status == 0 else {
      let line = result.problem.split(separator: "\n").first.map { String($0) } ?? ""
      throw .refused("\(name) \(arguments.joined(separator: " ")) failed: \(line.visible)")
    }
    return result.bytes
  }

  /// Returns the refusal that the program cannot be started.
  ///
  /// - Parameter code: The number of the error, such as ENOENT.
  private func failure(_ code: Int32) -> Failure {
    .refused("\(name) cannot be run: \(String(cString: strerror(code)))")
  }
}
