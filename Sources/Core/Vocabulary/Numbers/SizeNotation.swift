/// A size in text form, to the base of 1024 as in systemd: `512M`, `2G`, `65536`.
package enum SizeNotation {
  package static let allowed = "bytes, or a number with K, M, G or T (of 1024) such as 512M or 2G"

  /// Returns the bytes, more than 0; `nil` if `text` is no size, or exceeds 64 bits.
  package static func parse(_ text: String) -> Int64? {
    let unit = text.last.flatMap { bytes(inUnit: $0) }
    guard let number = Int64(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      return nil
    }
    let (product, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1)
    return isTooMuch ? nil : product
  }

  /// Returns the size in text form, in the largest exact unit.
  package static func text(_ bytes: Int64) -> String {
    for unit in "TGMK" {
      guard let size = Self.bytes(inUnit: unit), bytes > 0, bytes % size == 0 else { continue }
      return "\(bytes / size)\(unit)"
    }
    return String(bytes)
  }

  /// Returns the number of bytes in a unit of 1024, K, M, G or T; `nil` for other characters.
  private static func bytes(inUnit unit: Character) -> Int64? {
    switch unit {
    case "K": 1 << 10
    case "M": 1 << 20
    case "G": 1 << 30
    case "T": 1 << 40
    default: nil
    }
  }
}
