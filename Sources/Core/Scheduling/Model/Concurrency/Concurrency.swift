/// The numbers of simultaneous runs that were set while the daemon runs: of groups and of classes of kinds. For all
/// others, the numbers of the policy apply.
package struct Concurrency: Hashable, Sendable {
  /// The allowed widths of a group.
  package static let allowedWidth = 1...1000
  /// The number of groups of one user whose width can be set.
  package static let mostWidthsPerUser = 100

  private(set) var widthOfGroup: [GroupKey: Int] = [:]
  private(set) var slotsOfClass: [KindRules.ConcurrencyClass: SlotNumbers] = [:]

  init() {}

  /// Sets the width of `group`; `nil` restores the policy's width. Throws a refusal if the number is not allowed, or if
  /// the user has set the width of too many groups.
  ///
  /// - Parameter field: The name of the width in refusals.
  mutating func setWidth(
    _ width: Int?, of group: GroupKey, field: String = "width"
  ) throws(Refusal) {
    try SubmissionCheck.checkName(group.name, field: "name")
    if let width, !Self.allowedWidth.contains(width) {
      throw Refusal(
        field: field, value: String(width),
        allowed: "a number of runs from \(Self.allowedWidth.lowerBound) to"
          + " \(Self.allowedWidth.upperBound), such as 3")
    }
    // Only a further group counts: another width of the same group, or `nil`, is always possible.
    if width != nil, widthOfGroup[group] == nil,
      widthOfGroup.keys.count(where: { $0.owner == group.owner }) >= Self.mostWidthsPerUser
    {
      throw Refusal(
        .limit,
        message:
          "you have set the width of \(Self.mostWidthsPerUser) groups, the maximum;"
          + " `rubatoctl group reset NAME` restores the usual width of one")
    }
    widthOfGroup[group] = width
  }

  /// Sets the numbers of `kinds`; a number that is `nil` is not changed. With `isReset`, the numbers of the policy apply
  /// again. Throws a refusal if a number is not allowed.
  mutating func setSlots(
    _ numbers: SlotNumbers, of kinds: KindRules.ConcurrencyClass, isReset: Bool
  ) throws(Refusal) {
    for (field, number) in [("slots", numbers.all), ("perUser", numbers.perUser)] {
      guard let number, !SlotNumbers.allowed.contains(number) else { continue }
      throw Refusal(
        field: field, value: String(number),
        allowed: "a number of runs from \(SlotNumbers.allowed.lowerBound) to"
          + " \(SlotNumbers.allowed.upperBound), such as 4")
    }
    var changed = isReset ? SlotNumbers() : slotsOfClass[kinds] ?? SlotNumbers()
    changed.all = numbers.all ?? changed.all
    changed.perUser = numbers.perUser ?? changed.perUser
    slotsOfClass[kinds] = changed.isUsual ? nil : changed
  }

  /// The groups with a set width, sorted.
  var groups: [GroupKey] { widthOfGroup.keys.sorted() }

  /// Returns the width of `group`: the maximum number of its simultaneous runs. A group without a set width has the
  /// width of its name in the policy, or 1.
  package func width(of group: GroupKey, _ settings: Settings) -> Int {
    if let width = widthOfGroup[group] { return width }
    return settings.groups.first { $0.name == group.name }?.width ?? 1
  }

  /// Returns the width of `group` that was set; `nil` if the policy's width applies.
  package func givenWidth(of group: GroupKey) -> Int? { widthOfGroup[group] }

  /// Returns the number of slots of `kinds` that was set; `nil` if the policy's number applies.
  package func givenSlots(of kinds: KindRules.ConcurrencyClass) -> Int? { slotsOfClass[kinds]?.all }

  /// Returns the number of slots of `kinds` for all users.
  package func slots(of kinds: KindRules.ConcurrencyClass, _ settings: Settings) -> Int {
    slotsOfClass[kinds]?.all ?? settings.runsAtOnce(in: kinds)
  }

  /// Returns the number of slots of `kinds` that one user can have; `nil` if one user can have all.
  package func slotsPerUser(of kinds: KindRules.ConcurrencyClass) -> Int? {
    slotsOfClass[kinds]?.perUser
  }
}
