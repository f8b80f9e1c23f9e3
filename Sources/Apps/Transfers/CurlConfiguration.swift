/// The configuration that curl reads from its standard input (`curl --config -`), hidden from other users. Every value
/// is quoted.
package struct CurlConfiguration: Sendable {
  package private(set) var text = ""

  package init() {}

  /// Adds an option without a value, such as `silent`.
  package mutating func set(_ name: StaticString) { text += "\(name)\n" }

  /// Adds an option with a text, which is quoted.
  package mutating func set(_ name: StaticString, _ value: String) {
    text += "\(name) = \"\(Self.escaped(value))\"\n"
  }

  /// Adds an option with a number.
  package mutating func set(_ name: StaticString, _ value: Int64) {
    text += "\(name) = \(value)\n"
  }

  /// Adds a header. A header without a value is written with a semicolon, since curl would otherwise omit it.
  package mutating func add(_ header: TransferOrder.Header) {
    set("header", header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
  }

  /// Prevents curl from adding this header automatically.
  package mutating func remove(header name: String) { set("header", "\(name):") }

  /// Escapes a value for curl's quotes: backslashes, quotes, tabs and the ends of lines.
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
