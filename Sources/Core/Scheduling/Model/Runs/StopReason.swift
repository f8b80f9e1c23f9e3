/// The reason why a run is stopped: a code of the scheduler, such as `budget` or the code of a closed gate, and the
/// message of a user who stopped it by hand. Decisions depend on the code only; the message is for the command and for
/// users.
package struct StopReason: Hashable, Sendable {
  package let code: String
  /// The message of the user who stopped it, or a note that its budget was ended by hand; `nil` if neither applies.
  package let message: String?

  private init(_ code: String, message: String? = nil) {
    self.code = code
    self.message = message
  }

  package static let budget = StopReason("budget")
  /// A user ended its budget before it was used up. The effects, and the reason sent to the command, are the same.
  package static let budgetByHand = StopReason(budget.code, message: "expired by hand")
  package static let launchTimeout = StopReason("launchTimeout")
  /// The run's command has begun, but did not report in time that it is ready.
  package static let notReady = StopReason("notReady")
  package static let cancelled = StopReason("cancelled")
  package static let replaced = StopReason("replaced")
  package static let operatorStop = StopReason("operator")
  package static let shutdown = StopReason("shutdown")
  package static let deadline = StopReason("deadline")
  package static let interrupted = StopReason("interrupted")
  /// Stopped without the daemon: by `systemctl stop`, or by the shutdown of the machine.
  package static let stoppedExternally = StopReason("stoppedOutside")
  /// The present step exceeded its limit.
  package static let stepLimit = StopReason("stepLimit")
  /// A continued task that has reported no progress for too long.
  package static let stalled = StopReason("stalled")
  /// Failed as often as allowed.
  package static let gaveUp = StopReason("gaveUp")

  /// A request that it follows has failed or was cancelled.
  package static let dependencyFailed = StopReason("dependencyFailed")

  /// A user has paused it.
  package static let paused = gate(.paused)

  package static func gate(_ reason: Reason) -> StopReason { StopReason(reason.rawValue) }

  /// Returns the reason for a stop by hand, with an optional message, which may equal one of the codes.
  package static func byHand(_ message: String?) -> StopReason {
    StopReason(operatorStop.code, message: message)
  }

  /// Creates a reason from its recorded code, which can be a former one. An unknown code is the message of a user who
  /// stopped the run by hand: older versions stored it in place of the code.
  package init(kept former: String, message: String? = nil) {
    let code = FormerNames.code(former)
    if Self.known.contains(where: { $0.code == code }) {
      self.init(code, message: message)
    } else {
      self.init(Self.operatorStop.code, message: message ?? code)
    }
  }

  /// The text for the command, in one line.
  package var text: String { isByHand ? message ?? code : code }

  /// The code, with the message.
  package var full: String { message.map { "\(code): \($0)" } ?? code }

  package var isByHand: Bool { code == Self.operatorStop.code }

  /// Whether its budget has ended, used up or by hand.
  package var isBudget: Bool { code == Self.budget.code }

  /// Every existing code.
  package static let known =
    [
      budget, launchTimeout, notReady, cancelled, replaced, operatorStop, shutdown, deadline,
      interrupted,
      stoppedExternally, stepLimit, stalled, gaveUp, dependencyFailed,
    ] + Reason.allCases.map(gate)
}

/// Encoded as its code if it has no message, as older recordings have it.
extension StopReason: Codable {
  private enum Key: CodingKey {
    case code, message
  }

  /// Decodes a code, or an object of a code and a message.
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

  /// Writes only the code if there is no message, as older recordings do; otherwise the code and the message.
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
