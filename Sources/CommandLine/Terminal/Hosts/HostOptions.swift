import Vocabulary

/// The machines that `-H` names, and the rest of the command line.
package struct HostOptions: Hashable, Sendable {
  /// The machines in the order in which they were typed, each once; empty if the verb is for this machine.
  package private(set) var hosts: [String] = []
  /// The arguments without `-H` and its values.
  package private(set) var rest: [String] = []

  package static let names: Set<String> = ["-H", "--host"]
  /// The largest number of machines in one command line.
  static let most = 1000

  /// Reads `-H HOST`, `-HHOST`, `--host HOST` and `--host=HOST` before `--`. A value can be a list with commas. An
  /// option without a value stays in the rest, whose parser refuses it. Throws if a machine cannot be named so.
  package init(_ arguments: [String]) throws(InputError) {
    var words = arguments[...]
    while let word = words.popFirst(), word != "--" {
      if Self.names.contains(word), let value = words.first, value != "--" {
        words = words.dropFirst()
        try addHosts(ofList: value)
      } else if word.hasPrefix("--host=") {
        try addHosts(ofList: String(word.dropFirst("--host=".count)))
      } else if word.hasPrefix("-H"), word != "-H" {
        try addHosts(ofList: String(word.dropFirst(2)))
      } else {
        rest.append(word)
      }
    }
    // Words from `--` on belong to a command, which can have options of the same names.
    if let end = arguments.firstIndex(of: "--") { rest += arguments[end...] }
    guard hosts.count <= Self.most else {
      throw InputError("-H names \(hosts.count) hosts; name at most \(Self.most) in one command")
    }
  }

  /// Adds the hosts of a list with commas that were not named before. Throws if a name is not allowed.
  private mutating func addHosts(ofList list: String) throws(InputError) {
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let host = String(part)
      try Self.checkName(host)
      if !hosts.contains(host) { hosts.append(host) }
    }
  }

  /// Refuses names that ssh would read as an option, or of which a shell would expand a part.
  private static func checkName(_ host: String) throws(InputError) {
    let allowed = "._-:@%/[]+".unicodeScalars
    let isPlain = host.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || allowed.contains(scalar)
    }
    guard isPlain, !host.isEmpty, !host.hasPrefix("-") else {
      throw InputError(
        "-H '\(host.visible)' is not allowed; use a host as ssh takes it, of letters, digits and"
          + " . _ - : @ % / [ ] +, which does not begin with a hyphen, as in -H alice@laptop")
    }
  }
}
