import Simulation

/// A part of a whole: a number from 0 to 1 in JSON, null without a whole.
package struct Share: Hashable, Encodable, Sendable {
  package var part: Double
  package var whole: Double

  package init(_ part: Double, of whole: Double) {
    self.part = part
    self.whole = whole
  }

  package init(_ part: Int, of whole: Int) {
    self.init(Double(part), of: Double(whole))
  }

  /// The share to four digits; `nil` if there is no whole.
  package var value: Double? {
    whole > 0 ? (part / whole * 10_000).rounded() / 10_000 : nil
  }

  /// Encodes the share as one number of at most four decimals, or as null if there is no whole.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}
