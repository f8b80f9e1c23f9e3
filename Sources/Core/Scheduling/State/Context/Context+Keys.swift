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
    let plain = RequestKey(
      owner: submission.owner, app: submission.app, id: String(name.prefix(100)))
    if !isUsed(plain, requests) { return plain }
    func numbered(_ number: Int) -> RequestKey {
      RequestKey(owner: plain.owner, app: plain.app, id: "\(plain.id)-\(number)")
    }
    // A search by halves: few steps even for the last of ten thousand requests of one name.
    var (used, free) = (1, 2)
    while isUsed(numbered(free), requests) { (used, free) = (free, free * 2) }
    while free - used > 1 {
      let middle = (used + free) / 2
      if isUsed(numbered(middle), requests) { used = middle } else { free = middle }
    }
    return numbered(free)
  }

  private func isUsed(_ key: RequestKey, _ requests: PendingRequests) -> Bool {
    requests[key] != nil || requests.failed[key] != nil || runs.isRunning(key)
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._@:-".contains(character))
  }
}
