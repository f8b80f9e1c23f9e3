/// The network, for requests that name it.
struct NetworkPolicy: Policy {
  let name = "Network Quality"
  let reads: DeviceFields = [.network, .metered]

  /// Seen in logs at priority 30.
  private let weight = 8.4

  private static let conditions: Conditions = [.network, .unmetered, .knownUnmetered]

  /// Returns a hold if there is no network, or only a metered one for a request that wants an unmetered one. An unknown
  /// network does not hold, unless the request wants a network that is known to be unmetered. `nil` if the request
  /// names no network condition.
  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.wants(Self.conditions) else { return nil }
    if candidate.raw.network == Network.none,
      let ground = candidate.ground(ofUnmet: Self.conditions)
    {
      return .hold(.network, ground, weight: weight)
    }
    // An unknown cost holds only requests that want a network known to be unmetered.
    let unmet: Conditions =
      switch candidate.raw.isMetered {
      case true: .cheap
      case nil: .knownUnmetered
      case false: Conditions()
      }
    if let ground = candidate.ground(ofUnmet: unmet) {
      return .hold(.metered, ground, weight: weight)
    }
    return .proceed(weight: weight, score: score(candidate.raw))
  }

  /// Returns the score: 1 for Ethernet and an unknown network, 0.9 for Wi-Fi, 0.5 for cellular, 0 without a network,
  /// and half of that if the network is metered.
  private func score(_ device: DeviceState) -> Double {
    let quality =
      switch device.network {
      case nil, .ethernet: 1.0
      case .wifi: 0.9
      case .cellular: 0.5
      // `Network.none`; a plain `.none` would be the `nil` of an unknown network.
      case .some(.none): 0.0
      }
    return device.isMetered == true ? quality / 2 : quality
  }

  /// Returns the network in words, and for a hold the missing network and the ground on which it is needed.
  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let network = candidate.raw.network?.rawValue ?? "unknown, assumed present"
    let metered =
      switch candidate.raw.isMetered {
      case true: ", metered"
      case nil where candidate.ground(ofUnmet: .knownUnmetered) != nil:
        ", not known to be unmetered; if it is: `rubatoctl device set metered=no`"
      case nil where candidate.wants(.unmetered): ", assumed unmetered"
      default: ""
      }
    switch verdict.reason {
    case .network: return "a network: \(verdict.ground.words); none is available"
    case .metered: return "an unmetered network: \(verdict.ground.words); \(network)\(metered)"
    default: return "\(network)\(metered)"
    }
  }
}
