// Keys of submissions that name no identifier.
extension Context {
  /// Returns a key named after the unit or program, such as `rsync`. If that name is in use, a number from 2 is added,
  /// as in `rsync-2`: one that is free and follows a number in use.
  func unusedKey(
    for submission: Submission, beside requests: PendingRequests
  ) -> RequestKey {
    let command = submission.terms.command
    let program =
      command.unit.map { String($0.prefix { $0 != "." }) } ?? command.arguments(ofStep: 0).first
      ?? ""
    let base = ExactString(program).names.last.map { $0.filter(Self.isNameCharacter) } ?? ""
    // An id begins with a letter or a digit.
    let name = base.first.map { $0.isLetter || $0.isNumber } == true ? base : "task"
    let unnumbered = RequestKey(
      owner: submission.owner, app: submission.app, id: String(name.prefix(Self.longestName)))
    if !isUsed(unnumbered, requests) { return unnumbered }
    func numbered(_ number: Int) -> RequestKey {
      RequestKey(owner: unnumbered.owner, app: unnumbered.app, id: "\(unnumbered.id)-\(number)")
    }
    // A binary search, after the first free power of two: few steps even for ten thousand requests of one name. Freed
    // numbers between used ones may be missed.
    var used = 1
    var free = 2
    while isUsed(numbered(free), requests) {
      used = free
      free *= 2
    }
    while free - used > 1 {
      let middle = (used + free) / 2
      if isUsed(numbered(middle), requests) { used = middle } else { free = middle }
    }
    return numbered(free)
  }

  /// The most characters of a generated id before its number.
  private static let longestName = 100

  /// Returns whether a request or a run has `key`, even if the request has failed permanently.
  private func isUsed(_ key: RequestKey, _ requests: PendingRequests) -> Bool {
    requests[key] != nil || requests.failed[key] != nil || runs.isRunning(key)
  }

  /// Returns whether ids may contain `character`.
  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._@:-".contains(character))
  }
}
