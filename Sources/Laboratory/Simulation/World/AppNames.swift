import Scheduling

/// The identifiers of a trace's apps for the scheduler, since a trace's names can be any text.
package struct AppNames: Sendable {
  private let identifiers: [String]
  private let names: [String: String]

  /// Assigns an identifier to each name, in their order.
  package init(_ names: [String]) {
    var namesByIdentifier: [String: String] = [:]
    identifiers = names.map { name in
      let identifier = Self.unused(Self.plain(name), namesByIdentifier)
      namesByIdentifier[identifier] = name
      return identifier
    }
    self.names = namesByIdentifier
  }

  /// Returns the key of an app for the scheduler, by the app's place in the timeline's `apps`.
  package func key(_ app: Int) -> AppKey {
    AppKey(owner: worldOwner, id: identifiers[app])
  }

  /// Returns the trace's name of the app that the scheduler knows as `identifier`.
  package func name(of identifier: String) -> String {
    names[identifier] ?? identifier
  }

  /// Converts a name to the characters and the length that identifiers can have. A result that would not begin with a
  /// letter or a digit gets the prefix `app-`. The result is not unique: `a b` and `a/b` both become `a-b`.
  private static func plain(_ name: String) -> String {
    let plain = String(
      name.unicodeScalars.map { $0.isPlain ? Character($0) : "-" }.prefix(100))
    let startsWithLetterOrDigit = plain.unicodeScalars.first.map {
      $0.isPlain && !"._@:-".contains(Character($0))
    }
    return startsWithLetterOrDigit == true ? plain : "app-\(plain)"
  }

  /// Returns `plain`, or `plain` with a number after it if another app has that identifier.
  ///
  /// - Parameter known: The identifiers that are in use.
  private static func unused(_ plain: String, _ known: [String: String]) -> String {
    var number = 2
    var identifier = plain
    while known[identifier] != nil {
      identifier = "\(plain)-\(number)"
      number += 1
    }
    return identifier
  }
}

extension Unicode.Scalar {
  /// Whether an identifier can contain the character.
  fileprivate var isPlain: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "@", ":", "-": true
    default: false
    }
  }
}
