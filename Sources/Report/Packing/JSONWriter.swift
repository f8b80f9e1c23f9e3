import Scheduling

/// Writes JSON that may stand in a page: nothing in it is markup, and no text ends its element.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  // MARK: Groups

  mutating func object(_ body: (inout JSONWriter) -> Void) {
    group("{", "}", body)
  }

  mutating func array(_ body: (inout JSONWriter) -> Void) {
    group("[", "]", body)
  }

  /// A member of an object; `body` writes its one value.
  mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
    body(&self)
  }

  /// A member that is an array; `body` writes one value for each element.
  mutating func list<Element>(
    _ name: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    member(name) { writer in
      writer.array { writer in
        for element in elements { body(&writer, element) }
      }
    }
  }

  private mutating func group(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    comma()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  // MARK: Values

  mutating func value(_ flag: Bool) {
    add(flag ? "true" : "false")
  }

  mutating func value(_ number: Int) {
    add("\(number)")
  }

  mutating func values(_ numbers: [Int]) {
    array { writer in
      for number in numbers { writer.value(number) }
    }
  }

  mutating func values(_ numbers: [StoryNumber]) {
    array { writer in
      for number in numbers {
        switch number {
        case .whole(let number): writer.value(number)
        case .part(let number): writer.value(number)
        }
      }
    }
  }

  /// To six places; null where there is none, or none that JSON could write.
  mutating func value(_ number: Double?) {
    guard let number, number.isFinite, number.magnitude < 1e15 else { return add("null") }
    let rounded = (number * 1_000_000).rounded() / 1_000_000
    let whole = Int(bounded: rounded)
    add(Double(whole) == rounded ? "\(whole)" : "\(rounded)")
  }

  mutating func value(_ text: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars { add(scalar) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func add(_ token: String) {
    comma()
    bytes += token.utf8
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    switch scalar {
    // What a page's parser would take for markup, and what JavaScript takes for the end of a line.
    case "\"", "\\", "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..<" ", "\u{7F}"..."\u{9F}":
      escape(scalar)
    default: bytes += Array(String(scalar).utf8)
    }
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    let digits = String(scalar.value, radix: 16)
    bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
  }
}
