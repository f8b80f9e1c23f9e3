extension AppProcess: Bounded {
  package static let bounds: [NumberBound<AppProcess>] = [
    .whole("id", Allowed.serial) { $0.id },
    .moment("began.wall") { $0.began.wall },
    .moment("began.boot") { $0.began.boot },
    .moment("began.awake") { $0.began.awake },
    .moment("state") { $0.state.moment },
    .length("launch.started") { $0.launch.started },
    .length("launch.attached") { $0.launch.attached },
    .length("launch.finished") { $0.launch.finished },
    .length("launch.handed") { $0.launch.handed },
  ]
}

extension AppAttachment: Bounded {
  package static let bounds: [NumberBound<AppAttachment>] = [
    .whole("process", Allowed.serial) { $0.process },
    .moment("started") { $0.started },
  ]
}

extension AppProcess.State {
  /// The end of the launch, or the start of the idle or suspended time; `nil` in a state without a time.
  package var moment: AwakeTime? {
    switch self {
    case .launching(let until): until
    case .idle(let since), .suspended(let since): since
    case .waiting, .active, .ending: nil
    }
  }
}
