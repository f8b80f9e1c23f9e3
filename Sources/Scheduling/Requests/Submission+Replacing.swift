// What a submission finds under its id, and whether it may take its place.
extension Submission {
  /// The request that stays where a submission asks to keep what is there: one that waits; and one that
  /// comes back after each run because it belongs to a file or stands for a timer, while it runs as well.
  func kept(_ standing: Request?, isRunning: Bool) -> Request? {
    guard ifPending == .keep, let standing else { return nil }
    return isRunning && !standing.isOwned ? nil : standing
  }

  /// Whether it waits or runs: what a file declares is changed in that file, and a timer whose place
  /// somebody else took would be off for ever, and nobody would know.
  func checkMayReplace(_ standing: Request?) throws(Refusal) {
    guard let standing else { return }
    if let timer = standing.timer, timer.name != self.timer?.name {
      throw .inPlace(of: timer, standing.key)
    }
    if let file = standing.declaration?.file, declaration == nil {
      throw .declared(standing.key, by: file)
    }
  }
}

extension Request {
  /// Whether something other than its submitter stands behind it.
  fileprivate var isOwned: Bool { declaration != nil || timer != nil }
}

extension Refusal {
  /// A request that a file declares is changed in that file.
  package static func declared(_ key: RequestKey, by file: String) -> Refusal {
    Refusal(
      .invalid, field: "id", value: key.id,
      message: "\(key.id) is declared by \(file); change, mask or remove that file and reload"
        + " rubatod, or choose another id")
  }

  fileprivate static func inPlace(of timer: AdoptedTimer, _ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) replaces \(timer.name); choose another id, or first run:"
        + " rubatoctl release \(timer.name)")
  }
}
