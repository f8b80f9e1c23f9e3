import Files
import Scheduling
import Simulation

/// The `Constraints` of a work request.
struct WorkConstraints {
  private static let keys =
    ["requiredNetworkType"] + flags.map(\.key) + [
      "requiredNetworkRequest", "contentUriTriggers", "triggerContentUpdateDelay",
      "triggerContentMaxDelay",
    ]
  /// The constraints that are true or false, each as a condition of a request, with the reason that then holds it.
  private static let flags: [(key: String, condition: Conditions, reason: Reason)] = [
    ("requiresCharging", .power, .power), ("requiresBatteryNotLow", .batteryNotLow, .battery),
    ("requiresDeviceIdle", .idle, .userActive), ("requiresStorageNotLow", .storageNotLow, .storage),
  ]
  /// The values of `requiredNetworkType`.
  private static let networks: [(word: String, value: Network)] = [
    ("NOT_REQUIRED", Network(condition: [])), ("CONNECTED", Network(condition: .network)),
    ("UNMETERED", Network(condition: .unmetered)),
    (
      "NOT_ROAMING",
      Network(condition: .network, loss: "is simulated as CONNECTED: no roaming is simulated")
    ),
    (
      "METERED",
      Network(condition: .network, loss: "is simulated as CONNECTED, also on unmetered networks")
    ),
    (
      "TEMPORARILY_UNMETERED",
      Network(
        condition: .unmetered, loss: "is simulated as UNMETERED: no network changes its price")
    ),
  ]

  /// A type of network as a requirement, and its difference from the original; `nil` if there is none.
  private struct Network {
    var condition: Conditions
    var loss: String?
  }

  private(set) var required: Conditions = []
  /// The requirements with WorkManager's names.
  private(set) var named: [TaskConstraint] = []
  /// The parts without a counterpart, as texts after the name of the request.
  private(set) var losses: [String] = []
  /// The first constraint that expedited work cannot have; `nil` if it has none.
  private(set) var keyExcludingExpedited: String?

  /// Reads the constraints of a work request; none if the key is absent.
  init(_ request: Fields) throws(FileError) {
    guard let fields = try request.mapping("constraints", allowed: Self.keys) else { return }
    // `fields.word` returns only the value of a word. The notes and the constraint also contain the word itself.
    let networks = Self.networks.map { (word: $0.word, value: (word: $0.word, network: $0.value)) }
    if let (word, network) = try fields.word("requiredNetworkType", networks) {
      required.formUnion(network.condition)
      if let loss = network.loss { losses.append("requiredNetworkType \(word) \(loss)") }
      if !network.condition.isEmpty {
        named.append(TaskConstraint(name: word, reasons: [.network, .metered]))
      }
    }
    for flag in Self.flags where try fields.boolean(flag.key) ?? false {
      required.formUnion(flag.condition)
      named.append(TaskConstraint(name: flag.key, reasons: [flag.reason]))
      // WorkManager allows expedited work only constraints of network and storage.
      let allowsExpedited = flag.condition == .storageNotLow
      if !allowsExpedited { keyExcludingExpedited = keyExcludingExpedited ?? flag.key }
    }
    if fields.node("contentUriTriggers") != nil {
      keyExcludingExpedited = keyExcludingExpedited ?? "contentUriTriggers"
      losses.append("contentUriTriggers are not simulated: the work does not wait for a change")
    }
    if fields.node("requiredNetworkRequest") != nil {
      losses.append("requiredNetworkRequest is not simulated; set requiredNetworkType")
    }
  }
}
