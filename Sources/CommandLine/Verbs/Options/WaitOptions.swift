import ArgumentParser

/// Whether to wait for the end of a run, and what to do with it.
struct WaitOptions: ParsableArguments {
  @Flag(help: "Print its output and wait for it to end; exit 0 only if it completed.")
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

/// How an end is waited for, and told.
struct Waiting {
  var isWanted = true
  /// Standard output is for what the command writes, unless JSON is asked for.
  var printsOutput = false
  /// Whether the exit code is the command's.
  var exitsAsCommand = false
}
