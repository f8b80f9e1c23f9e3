// Networks that a request requires by name: `home`, or `!phone` for one that must not be connected.
extension Needs {
  /// The maximum number of names.
  static let mostNetworks = 8

  /// The mark of a name that must not be connected.
  private static let not = "!"

  /// The names of which one must be connected; empty if any network is right.
  var rightNetworks: [ExactString] { networks.filter { $0.droppingPrefix(Self.not) == nil } }

  /// The names of which none must be connected.
  var wrongNetworks: [ExactString] { networks.compactMap { $0.droppingPrefix(Self.not) } }

  /// Returns whether a machine that is connected to `names` meets the requirement; `nil` if the names are unknown.
  func areMet(by names: [ExactString]?) -> Bool? {
    guard let names else { return nil }
    let right = rightNetworks
    return (right.isEmpty || right.contains(where: names.contains))
      && !wrongNetworks.contains(where: names.contains)
  }

  /// Throws a refusal of `field` if there are too many names, if one is malformed, or if two contradict each other.
  func checkNetworks(field: String) throws(Refusal) {
    guard networks.count <= Self.mostNetworks else {
      throw Refusal(
        field: field, value: "\(networks.count) names of networks",
        allowed: "at most \(Self.mostNetworks) names, such as network=home,network=!phone")
    }
    for name in rightNetworks + wrongNetworks where !NetworkName.isAllowed(name) {
      throw Refusal(
        field: field, value: "network=\(name.text.prefix(80))",
        allowed: "network=NAME or network=!NAME with \(NetworkName.allowed), or vpn")
    }
    if let name = rightNetworks.first(where: wrongNetworks.contains) {
      throw Refusal(
        .invalid, field: field, value: "network=\(name)",
        message: "network=\(name) and network=!\(name) exclude each other; leave out one of them")
    }
  }
}
