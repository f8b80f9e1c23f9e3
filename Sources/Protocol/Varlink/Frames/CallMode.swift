/// What a call asks about its replies. The protocol has three flags, at most one of them set.
package enum CallMode: String, Sendable, CaseIterable {
  /// One reply.
  case single
  /// No reply, not even an error.
  case oneway
  /// Any number of replies, each but the last marked as continuing.
  case more
  /// One reply, after which the connection speaks another protocol.
  case upgrade

  /// The header member that says so; none for a single reply.
  var flag: String? { self == .single ? nil : rawValue }
}
