/// The reasons for a request's wait, for repeated queries.
package struct Waiting: Sendable {
  /// The reasons in the order of `explain`, without their sentences.
  package let reasons: [Reason]
  /// When time may change the reasons; `nil` if it is unknown. The quota of an app, which changes while the app is
  /// unused, has no known time. Neither do worths, which are compared only now and then.
  package let ends: WallTime?
}

extension [Reason] {
  /// The reasons to record, in order. A lack of slots changes with each run of any request, so it is recorded only
  /// without other reasons.
  package var recorded: [Reason] {
    let own = contains(where: \.isLackOfRoom) ? filter { !$0.isLackOfRoom } : self
    let recorded = own.isEmpty ? self : own
    // One reason, as usual, needs no other list.
    return recorded.count < 2 ? recorded : recorded.sorted()
  }
}

extension Reason {
  /// Whether only a slot or room in the group is missing.
  var isLackOfRoom: Bool { self == .concurrencyLimit || self == .group }
}
