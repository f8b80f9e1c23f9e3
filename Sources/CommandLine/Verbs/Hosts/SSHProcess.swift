import ChildProcesses

#if canImport(Glibc)
  import Glibc
#endif

/// ssh(1) as a child of this process. It asks for passwords, reads the user's configuration and reports its own errors.
enum SSHProcess {
  /// The running child, for the signals that are passed on to it; unsynchronized, since the program has one thread.
  nonisolated(unsafe) private static var running: pid_t = 0

  /// Runs ssh with this process's input and outputs and waits for its end. Returns its exit code, or 128 and the number
  /// of the signal that ended it. Meanwhile the keys of the terminal that interrupt are for ssh only.
  static func run(_ arguments: [String]) throws(Failure) -> Int32 {
    // Ctrl-C and Ctrl-\ reach both processes. Only ssh acts on them; its end then ends this process.
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    running = try start(arguments)
    for number in [SIGTERM, SIGHUP] {
      signal(number) { number in _ = kill(SSHProcess.running, number) }
    }
    return WaitStatus(ofChild: running).shellCode
  }

  /// Starts ssh, and returns its process identifier.
  ///
  /// - Parameter pipes: The standard output and error, without an input; `nil` to inherit all three.
  static func start(
    _ arguments: [String], pipes: (output: Int32, errors: Int32)? = nil
  ) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let pipes {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, pipes.output, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, pipes.errors, STDERR_FILENO)
    }
    // `run` ignores these signals in this process, and an ignored signal would stay ignored in the child.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    // A list of C strings ends with nil.
    var words = (["ssh"] + arguments).map { strdup($0) } + [nil]
    defer { for text in words { free(text) } }
    var child: pid_t = 0
    let code = posix_spawnp(&child, "ssh", &actions, &attributes, &words, environ)
    guard code == 0 else {
      throw .noDaemon(
        "-H needs ssh, which cannot be run: \(String(cString: strerror(code))); install"
          + " openssh-client")
    }
    return child
  }
}
