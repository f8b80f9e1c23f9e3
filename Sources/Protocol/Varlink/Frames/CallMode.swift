/// The replies that a call expects. The protocol has three flags, at most one of them set.
package enum CallMode: String, Sendable, CaseIterable {
  /// A single reply.
  case single
  /// No reply, not even an error.
  case oneway
  /// Any number of replies, each but the last marked as continuing.
  case more
  /// A single reply, after which the connection speaks another protocol.
  case upgrade

  /// The header member for this mode; `nil` for a single reply.
  var flag: String? { self == .single ? nil : rawValue }
}
