import Glibc

/// The certification server in a separate process, for tests that cannot run inside the test's process. It is killed at
/// the end.
final class ServerProcess {
  private var pid = pid_t()

  /// Starts the server and waits until it is listening.
  ///
  /// - Parameter prelude: Shell commands to run before it, such as `ulimit -n 20;`.
  init(listeningAt path: String, prelude: String) throws {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXFailure(operation: "pipe", code: errno) }
    defer { close(ends[0]) }
    try spawn("\(prelude) exec \"$0\" serve \"unix:$1\"", [Self.program, path], output: ends[1])
    close(ends[1])
    var first = pollfd(fd: ends[0], events: CShort(POLLIN), revents: 0)
    var said = [UInt8](repeating: 0, count: 1000)
    guard poll(&first, 1, 60_000) == 1, read(ends[0], &said, said.count) > 0,
      said.starts(with: "Listening".utf8)
    else { throw WaitedInVain() }
  }

  deinit {
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// The path of the server, next to the test program.
  private static var program: String {
    let test = CommandLine.arguments[0]
    return String(test[..<(test.lastIndex(of: "/") ?? test.startIndex)]) + "/varlink-certification"
  }

  /// Closes descriptors of other tests, which must not count towards the limit of the server.
  private static let closeOthers =
    "for f in /proc/$$/fd/*; do n=${f##*/}; if (( n > 2 )); then eval \"exec $n>&-\"; fi; done; "

  private func spawn(_ script: String, _ arguments: [String], output: CInt) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let words = (["/bin/bash", "-c", Self.closeOthers + script] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    let code = posix_spawn(&pid, "/bin/bash", &actions, nil, words + [nil], environ)
    guard code == 0 else { throw POSIXFailure(operation: "posix_spawn", code: code) }
  }
}
