/// The names of the networks that the machine is connected to, as requests name them: connections, wireless networks,
/// and `vpn`. Without a service that knows names, these are the names of interfaces.
package enum NetworkName {
  /// The name of every connection to a VPN, in addition to its own name.
  package static let vpn: ExactString = "vpn"
  /// The words for the absence of networks and for unknown ones.
  package static let none = "none"
  private static let reserved = [vpn.text, none, "unknown"]
  /// The longest name, in bytes. Names of wireless networks have at most 32.
  package static let longest = 99
  /// The maximum number of names at the same time.
  package static let most = 32

  /// Returns a name from outside as it is shown and compared: on one line, without commas, which separate names, and
  /// not too long. Each other character is replaced by an underscore. `nil` if nothing is left. A network cannot pass
  /// for a VPN by its name.
  package static func cleaned(_ name: String) -> ExactString? {
    var text = ""
    for scalar in name.unicodeScalars {
      let character = isPlain(scalar) ? String(scalar) : "_"
      if text.utf8.count + character.utf8.count > longest { break }
      text += character
    }
    while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
    text = String(text.unicodeScalars.drop { $0 == " " })
    // Requests exclude a network by a `!` before its name, so no name begins with it.
    if text.utf8.first == UInt8(ascii: "!") { text = "_" + text.dropFirst() }
    if text.isEmpty { return nil }
    // With an underscore, a network whose name is a reserved word does not pass for a VPN, or for no network.
    return ExactString(reserved.contains(text) ? text + "_" : text)
  }

  /// Returns the names sorted, each once, and at most `most` of them. `vpn` is never left out, since a
  /// request may exclude it.
  package static func listed(_ names: [ExactString]) -> [ExactString] {
    let distinct = Set(names)
    let vpnIfListed = distinct.contains(vpn) ? [vpn] : []
    let others = distinct.subtracting(vpnIfListed).sorted()
    return (vpnIfListed + others.prefix(most - vpnIfListed.count)).sorted()
  }

  /// Returns whether a name can contain the character: it neither controls a terminal nor separates lines or names.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: scalar != ","
    }
  }

  /// Whether a network can have this name.
  package static func isAllowed(_ name: ExactString) -> Bool {
    name == vpn || cleaned(name.text) == name
  }

  /// The allowed names, for refusals.
  package static let allowed =
    "a name of 1 to \(longest) bytes on one line, without commas, such as home"
}

// The text of the device's field: names with commas between them.
extension NetworkName {
  /// Reads names with commas between them; empty for `none`. Throws a refusal of the field `key` if one is not allowed.
  package static func names(_ key: String, _ text: String) throws(Refusal) -> [ExactString] {
    if text == none { return [] }
    // Bytes, since a name can begin with a mark, which is one `Character` with the comma before it.
    let comma = UInt8(ascii: ",")
    let words = text.utf8.split(separator: comma, omittingEmptySubsequences: false).map { word in
      ExactString(String(Substring(word).withoutOuterSpaces))
    }
    guard words.count <= most, words.allSatisfy(isAllowed) else {
      throw Refusal(
        field: key, value: String(text.prefix(80)),
        allowed: "at most \(most) names with commas between them, each \(allowed); \(none), unknown"
      )
    }
    return listed(words)
  }

  /// Returns the text from which `names` makes the same names.
  package static func text(_ names: [ExactString]) -> String { names.isEmpty ? none : names.listed }
}

extension Substring {
  /// The text without spaces at its beginning and its end.
  fileprivate var withoutOuterSpaces: Substring {
    let space = UInt8(ascii: " ")
    var rest = utf8.drop { $0 == space }
    while rest.last == space { rest.removeLast() }
    return Substring(rest)
  }
}
