/// What must be read from time to time, because it does not tell of its changes and something depends
/// on it.
package struct Attention: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let heat = Attention(rawValue: 1 << 0)
  package static let load = Attention(rawValue: 1 << 1)
  package static let memory = Attention(rawValue: 1 << 2)
  package static let storage = Attention(rawValue: 1 << 3)
  package static let user = Attention(rawValue: 1 << 4)
  package static let screen = Attention(rawValue: 1 << 5)
  /// The level of a battery that fills or drains without a word.
  package static let battery = Attention(rawValue: 1 << 6)

  package static let all: Attention = [.heat, .load, .memory, .storage, .user, .screen, .battery]
}
