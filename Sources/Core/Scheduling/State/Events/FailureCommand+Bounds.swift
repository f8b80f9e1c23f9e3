extension FailureCommand: Bounded {
  package static let bounds: [NumberBound<FailureCommand>] = [
    .whole("command", Allowed.serial) { $0.number },
    .whole("restarts") { $0.restarts },
    .whole("umask", 0...0o7777) { $0.umask },
    .whole("end.run", Allowed.serial) { $0.end?.run },
    .moment("end.at") { $0.end?.at },
    .whole("lastRun", Allowed.serial) { $0.lastRun },
    .whole("attempts") { $0.attempts },
    .moment("missed") { $0.missed },
  ]
}
