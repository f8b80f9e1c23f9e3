import Vocabulary

// The columns of text on a terminal. Terminals count as wcwidth(3) does: each character alone.
extension Unicode.Scalar {
  /// The number of columns of the character: 2 if it is wide (Unicode Standard Annex 11), 0 if it combines with the
  /// one before it, otherwise 1.
  package var columns: Int {
    // The combining and wide characters begin at U+0300.
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Vowels and final consonants of Korean, which are drawn in the square of the consonant before them.
    if (0x1160...0x11FF).contains(value) { return 0 }
    // The halves of flags are narrow.
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The wide characters, except those that are shown as emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

extension StringProtocol {
  /// The number of columns of the text, which contains no colours.
  package var columns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return unicodeScalars.reduce(0) { $0 + $1.columns }
  }

  /// Returns the text with exactly `width` columns: padded with spaces, or cut with an ellipsis at its end.
  func fitted(to width: Int, _ alignment: Table.Alignment = .left) -> String {
    let text = cut(to: width)
    let padding = String(repeating: " ", count: Swift.max(0, width - text.columns))
    return alignment == .left ? text + padding : padding + text
  }

  /// Returns the text with at most `width` columns, with an ellipsis at its end if it was cut.
  func cut(to width: Int) -> String {
    guard columns > width else { return String(self) }
    var (beginning, usedColumns) = ("", 0)
    for character in self {
      let columns = String(character).columns
      // One column is left for the ellipsis.
      guard usedColumns + columns < width else { break }
      beginning.append(character)
      usedColumns += columns
    }
    return width > 0 ? beginning + "…" : ""
  }
}

extension Style {
  /// Returns a painted text with at most `width` columns. The codes of its colours are kept, also those behind the cut.
  static func cut(_ text: String, to width: Int) -> String {
    guard columns(text) > width else { return text }
    var shown = String.UnicodeScalarView()
    var usedColumns = 0
    var isInCode = false
    for scalar in text.unicodeScalars {
      // The code of a colour begins with an escape and ends with m.
      if scalar == "\u{1B}" { isInCode = true }
      if !isInCode { usedColumns += scalar.columns }
      // One column is left for the ellipsis.
      if isInCode || usedColumns < width { shown.append(scalar) }
      if isInCode, scalar == "m" { isInCode = false }
    }
    return String(shown) + "…"
  }
}
