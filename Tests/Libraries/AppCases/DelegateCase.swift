/// The behaviour of a delegate with a remote notification, and the outcome. Both must be the same on a bench and with a
/// daemon.
package enum DelegateCase: String, CaseIterable, Sendable {
  case newData
  case noData
  case failed
  case twice
  case silent

  package enum Answer: Sendable {
    case newData, noData, failed
  }

  /// The payload of the notification that selects the case.
  package var payload: String {
    #"{"aps": {"content-available": 1}, "case": "\#(rawValue)"}"#
  }

  /// The case that a notification names; `nil` for another notification.
  package init?(_ userInfo: [AnyHashable: Any]) {
    guard let name = userInfo["case"] as? String else { return nil }
    self.init(rawValue: name)
  }

  /// Whether the task expires right after its delivery.
  package var isExpired: Bool { self == .silent }

  /// In the words of `rubatoctl runs`.
  package var expected: String {
    switch self {
    case .newData, .noData, .twice: "completed"
    case .failed: "failed"
    case .silent: "expired"
    }
  }

  package func handle(_ complete: (Answer) -> Void) {
    switch self {
    case .newData: complete(.newData)
    case .noData: complete(.noData)
    case .failed: complete(.failed)
    case .twice:
      complete(.newData)
      complete(.failed)
    case .silent: break
    }
  }
}
