// Keys of submissions that name no identifier.
extension Context {
  /// Returns a key named after the unit or program, with a number from 2 if that name is in use: one after a number in
  /// use, and 2 if no number is.
  func unusedKey(
    for submission: Submission, beside requests: PendingRequests
  ) -> RequestKey {
    let command = submission.terms.command
    let program =
      command.unit.map { String($0.prefix { $0 != "." }) } ?? command.arguments(ofStep: 0).first
      ?? ""
    let base = program.split(separator: "/").last.map { $0.filter(Self.isNameCharacter) } ?? ""
    let name = base.first.map { $0.isLetter || $0.isNumber } == true ? base : "task"
    var key = RequestKey(
      owner: submission.owner, app: submission.app, id: String(name.prefix(100)))
    if !isUsed(key, requests) { return key }
    let first = key.id
    func isTaken(_ number: Int) -> Bool {
      key.id = "\(first)-\(number)"
      return isUsed(key, requests)
    }
    // Few steps even for the last of ten thousand requests of one name.
    var (taken, free) = (1, 2)
    while isTaken(free) { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if isTaken(middle) { taken = middle } else { free = middle }
    }
    key.id = "\(first)-\(free)"
    return key
  }

  private func isUsed(_ key: RequestKey, _ requests: PendingRequests) -> Bool {
    requests[key] != nil || requests.failed[key] != nil || runs.isRunning(key)
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._@:-".contains(character))
  }
}
