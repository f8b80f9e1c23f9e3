/// What curl reads from its standard input (`curl --config -`), which nobody else can see. Every value is quoted.
package struct CurlConfiguration: Sendable {
  package private(set) var text = ""

  package init() {}

  package mutating func set(_ name: StaticString) { text += "\(name)\n" }

  package mutating func set(_ name: StaticString, _ value: String) {
    text += "\(name) = \"\(Self.escaped(value))\"\n"
  }

  package mutating func set(_ name: StaticString, _ value: Int64) {
    text += "\(name) = \(value)\n"
  }

  /// A header without a value is written with a semicolon, since else curl leaves it out.
  package mutating func add(_ header: TransferOrder.Header) {
    set("header", header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
  }

  /// Keeps curl from adding one by itself.
  package mutating func remove(header name: String) { set("header", "\(name):") }

  /// As curl reads what stands in quotes: the backslash escapes itself, the quote, and what ends a line.
  static func escaped(_ value: String) -> String {
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      case "\u{0B}": escaped += "\\v"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
