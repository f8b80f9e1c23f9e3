extension String {
  /// The text on one line, and harmless to a terminal: control characters and changes of direction or line are written
  /// as escapes.
  package var escapingControlCharacters: String {
    // A list has tens of thousands of short texts, and almost all are printable ASCII.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      text += scalar.isControl ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal or the direction of text, or ends a line.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
