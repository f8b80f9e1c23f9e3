/// Why a run is stopped: a code of the scheduler's own, such as `budget` or that of a closed gate, and
/// what somebody said who stopped it by hand. Decisions go by the code alone: whatever is said, it is
/// for the command and for people.
package struct StopReason: Hashable, Sendable {
  package let code: String
  /// What whoever stopped it by hand said, or that somebody ended its budget by hand; else nil.
  package let message: String?

  private init(_ code: String, message: String? = nil) {
    self.code = code
    self.message = message
  }

  package static let budget = StopReason("budget")
  /// Somebody ended its budget before it was used up. What follows is the same, and so is what the command is told.
  package static let budgetByHand = StopReason(budget.code, message: "expired by hand")
  package static let launchTimeout = StopReason("launchTimeout")
  /// Its command has begun, and did not say in time that it is ready.
  package static let notReady = StopReason("notReady")
  package static let cancelled = StopReason("cancelled")
  package static let replaced = StopReason("replaced")
  package static let operatorStop = StopReason("operator")
  package static let shutdown = StopReason("shutdown")
  package static let deadline = StopReason("deadline")
  package static let interrupted = StopReason("interrupted")
  /// Somebody stopped it past the daemon: `systemctl stop`, or the shutdown of the machine.
  package static let outside = StopReason("stoppedOutside")
  /// The present step took longer than it may.
  package static let stepLimit = StopReason("stepLimit")
  /// A continued task that has reported no progress for too long.
  package static let stalled = StopReason("stalled")
  /// Failed as often as it may.
  package static let gaveUp = StopReason("gaveUp")

  /// Somebody has paused it.
  package static let paused = gate(.paused)

  package static func gate(_ reason: Reason) -> StopReason { StopReason(reason.rawValue) }

  /// Stopped by hand, with a word about why, which may be spelled as one of the codes.
  package static func byHand(_ message: String?) -> StopReason {
    StopReason(operatorStop.code, message: message)
  }

  /// As it was kept. Where words of users once stood in the code's place, they are a message.
  package init(kept former: String, message: String? = nil) {
    let code = FormerNames.code(former)
    let isKnown = Self.known.contains { $0.code == code }
    self.init(
      isKnown ? code : Self.operatorStop.code, message: isKnown ? message : message ?? code)
  }

  /// What the command is told, in one line.
  package var text: String { isByHand ? message ?? code : code }

  /// The code, with what was said.
  package var full: String { message.map { "\(code): \($0)" } ?? code }

  package var isByHand: Bool { code == Self.operatorStop.code }

  /// Whether its budget has ended, by itself or by hand.
  package var isBudget: Bool { code == Self.budget.code }

  /// All codes that there are.
  package static let known =
    [
      budget, launchTimeout, notReady, cancelled, replaced, operatorStop, shutdown, deadline,
      interrupted,
      outside, stepLimit, stalled, gaveUp,
    ] + Reason.allCases.map(gate)
}

/// Its code where nothing was said, as recordings always had it.
extension StopReason: Codable {
  private enum Key: CodingKey {
    case code, message
  }

  package init(from decoder: any Decoder) throws {
    if let code = try? decoder.singleValueContainer().decode(String.self) {
      self.init(kept: code)
    } else {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        kept: try container.decode(String.self, forKey: .code),
        message: try container.decodeIfPresent(String.self, forKey: .message))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    guard let message else {
      var container = encoder.singleValueContainer()
      return try container.encode(code)
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(code, forKey: .code)
    try container.encode(message, forKey: .message)
  }
}
