import ArgumentParser

/// Whether to wait for the end of a run, and how to report it.
struct WaitOptions: ParsableArguments {
  @Flag(help: "Print the output of the run and wait for its end; exit 0 only if it completed.")
  var wait = false

  @Flag(
    help:
      "With --wait: exit with the command's own code, or with 128 and the number of the signal that ended it."
  )
  var exitCode = false

  var waiting: Waiting { Waiting(isWanted: wait, printsOutput: wait, exitsAsCommand: exitCode) }

  func validate() throws {
    if exitCode, !wait { throw ValidationError("--exit-code goes with --wait") }
  }
}

/// The way to wait for an end, and to report it.
struct Waiting {
  var isWanted = true
  /// Whether standard output is for the command's output, unless JSON is requested.
  var printsOutput = false
  /// Whether the exit code is the command's.
  var exitsAsCommand = false
  /// Whether the run overrides the reasons that hold its request.
  var isForced = false
}
