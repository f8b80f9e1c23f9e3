/// The network, for requests that name it.
struct NetworkPolicy: Policy {
  let name = "Network Quality"
  let reads: DeviceFields = [.network, .metered]

  /// Seen in logs at priority 30.
  private let weight = 8.4

  func verdict(on candidate: Candidate) -> Verdict? {
    guard candidate.wants([.network, .unmetered]) else { return nil }
    if candidate.raw.network == Network.none,
      let ground = candidate.ground(
        of: [.network, .unmetered])
    {
      return .hold(.network, ground, weight: weight)
    }
    if candidate.raw.isMetered == true,
      let ground = candidate.ground(
        of: .unmetered)
    {
      return .hold(.metered, ground, weight: weight)
    }
    return .proceed(weight: weight, score: score(candidate.raw))
  }

  private func score(_ device: DeviceState) -> Double {
    let quality =
      switch device.network {
      case nil, .ethernet: 1.0
      case .wifi: 0.9
      case .cellular: 0.5
      case .some(.none): 0.0
      }
    return device.isMetered == true ? quality / 2 : quality
  }

  func rationale(of verdict: Verdict, on candidate: Candidate) -> String {
    let network = candidate.raw.network?.rawValue ?? "unknown, assumed present"
    let metered =
      switch candidate.raw.isMetered {
      case true: ", metered"
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
