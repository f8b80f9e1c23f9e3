import Scheduling

// Names of networks.
extension Redactor {
  /// Replaces the names of the machine's networks by numbers.
  mutating func networks(_ names: [ExactString]) -> [ExactString] {
    NetworkName.listed(names.map { network($0) })
  }

  /// Replaces the name of a required network, which has a `!` before it if it must not be connected. A name that the
  /// scheduler refuses is replaced by another one that it refuses.
  mutating func required(network word: ExactString) -> ExactString {
    let (prefix, name) = word.droppingPrefix("!").map { ("!", $0) } ?? ("", word)
    let isAllowed = NetworkName.cleaned(name.text) == name || name == NetworkName.vpn
    // The scheduler refuses an empty name.
    guard isAllowed else { return ExactString(prefix) }
    return ExactString("\(prefix)\(network(name))")
  }

  /// Replaces a name by one that shows only whether it equals another name, and whether it stands for a VPN.
  private mutating func network(_ name: ExactString) -> ExactString {
    name == NetworkName.vpn ? name : ExactString("network \(number(of: "name \(name)"))")
  }
}
