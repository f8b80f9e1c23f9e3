extension AppProcess: Bounded {
  package static let bounds: [NumberBound<AppProcess>] = [
    .whole("id", Allowed.serial) { $0.id },
    .moment("began.wall") { $0.began.wall },
    .moment("began.boot") { $0.began.boot },
    .moment("began.awake") { $0.began.awake },
    .moment("state") { $0.state.moment },
  ]
}

extension AppProcess.State {
  /// The moment that belongs to the state.
  package var moment: AwakeTime? {
    switch self {
    case .launching(let until): until
    case .suspended(let since): since
    case .waiting, .active, .ending: nil
    }
  }
}
