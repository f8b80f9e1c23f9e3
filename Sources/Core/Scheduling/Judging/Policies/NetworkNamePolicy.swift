/// Networks that must be connected, or must not be connected, for a request that names the networks.
struct NetworkNamePolicy: Policy {
  let name = "Network Name"
  let reads: DeviceFields = .networkNames
  private let weight = 1.0

  /// Returns a hold unless the machine is connected to a network that the request names, and to none that it rules out.
  /// Unknown names hold it also, since the request may rely on the network, for example for its privacy. `nil` if the
  /// request names no network.
  func verdict(on candidate: Candidate) -> Verdict? {
    let needs = candidate.request.terms.needs
    guard !needs.networks.isEmpty else { return nil }
    return needs.areMet(by: candidate.raw.networkNames) == true
      ? .proceed(weight: weight, score: 1) : .hold(.networkName, .required, weight: weight)
  }

  /// Returns the named networks that are missing or in the way, or the remedy for unknown names. Other networks of the
  /// machine are not named, since the reader may be another user.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let needs = candidate.request.terms.needs
    let right = needs.rightNetworks.map(\.text).joined(separator: " or ")
    guard let names = candidate.raw.networkNames else {
      let example = needs.rightNetworks.first.map(Self.quoted) ?? NetworkName.none
      return "\(needs.networks.listed): the names of this machine's networks are unknown, as while"
        + " NetworkManager starts; set them with"
        + " `rubatoctl device set '\(DeviceKey.networkNames.rawValue)=\(example)'`"
    }
    let wrong = needs.wrongNetworks.filter(names.contains)
    if !wrong.isEmpty { return "\(wrong.listed): connected, and must not be" }
    if verdict.reason == .networkName {
      return "\(right): not connected; `rubatoctl device` shows the names"
    }
    let present = needs.rightNetworks.filter(names.contains)
    return present.isEmpty
      ? "\(needs.wrongNetworks.listed): not connected" : "\(present.listed): connected"
  }

  /// Returns the name for a command in quotes, or a placeholder if it has characters that a shell or a terminal could
  /// take for more than a name: people may paste the command, and the name comes from another user.
  private static func quoted(_ name: ExactString) -> String {
    let isPlain = name.text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || " ._-:".unicodeScalars.contains($0)
    }
    return isPlain ? name.text : "NAME"
  }
}
