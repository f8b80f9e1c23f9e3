import ChildProcesses
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A program started by this one, which ends with it.
final class ChildProgram {
  let pid: pid_t
  private var status: WaitStatus?

  /// - Parameters:
  ///   - output: The file to which its standard output and its errors are appended.
  ///   - directory: Its current directory; `nil` is this program's.
  init(
    _ arguments: [String], environment: [String: String], output: String, directory: String? = nil
  ) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var started: pid_t = 0
    // A file action that changes the directory is not in every C library.
    let command = directory.map { ["/usr/bin/env", "--chdir=\($0)"] + arguments } ?? arguments
    let words = CStrings(command)
    let variables = CStrings(environment.map { "\($0)=\($1)" }.sorted())
    let code = posix_spawn(
      &started, command[0], &actions, nil, words.pointers, variables.pointers)
    guard code == 0 else {
      throw .refused("\(arguments[0]) cannot be started: \(String(cString: strerror(code)))")
    }
    pid = started
  }

  deinit { end(within: .zero) }

  /// Checks whether the program has ended. Returns the status of its end; `nil` if it is running.
  func pollStatus() -> WaitStatus? {
    status = status ?? WaitStatus.ofEndedChild(pid)
    return status
  }

  /// Ends the program with SIGTERM, and kills it if it has not ended after `grace`. Returns when it has ended.
  func end(within grace: Duration) {
    guard pollStatus() == nil else { return }
    kill(pid, SIGTERM)
    let deadline = ContinuousClock.now + grace
    while pollStatus() == nil, ContinuousClock.now < deadline { usleep(1000) }
    guard pollStatus() == nil else { return }
    kill(pid, SIGKILL)
    status = WaitStatus(ofChild: pid)
  }
}

/// Strings in the form of exec(3).
private final class CStrings {
  private(set) var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit { for pointer in pointers { free(pointer) } }
}
