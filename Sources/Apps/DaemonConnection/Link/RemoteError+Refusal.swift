import BackgroundTasks
import Control
import Foundation
import Varlink

// The daemon's refusals as errors of the public interface.
extension RemoteError {
  private struct Parameters: Decodable {
    var message: String?
  }

  var isUnavailable: Bool { name.hasSuffix(".\(ControlError.unavailable.rawValue)") }

  /// The daemon's message.
  var sentence: String {
    (try? parameters.decode(as: Parameters.self).message) ?? "\(self)"
  }
}

extension ClientError {
  /// Whether the same attempt can succeed later although the socket stays the same, as with too many connections, a
  /// full disk, or a daemon that crashes while systemd listens on its socket.
  var isTemporary: Bool {
    switch self {
    case .remote(let refusal): refusal.isUnavailable
    case .disconnected, .timedOut, .system: true
    case .address, .notListening, .permissionDenied, .protocolViolation, .unexpectedReply,
      .notEncodable:
      false
    }
  }

  /// Whether the daemon may have applied the call.
  var leavesEffectUnknown: Bool {
    switch self {
    case .disconnected, .timedOut, .system, .protocolViolation, .unexpectedReply: true
    case .remote, .address, .notListening, .permissionDenied, .notEncodable: false
    }
  }
}

extension BGTaskScheduler.Error {
  /// Converts a refusal of the daemon to an error of the scheduler.
  ///
  /// - Parameter commands: The commands that reach the daemon.
  init(_ refusal: RemoteError, _ commands: AdvisedCommands) {
    let code: Code =
      switch refusal.name.split(separator: ".").last.flatMap({ ControlError(rawValue: String($0)) })
      {
      case .unavailable: .unavailable
      case .limitReached: .tooManyPendingTaskRequests
      case .held: .immediateRunIneligible
      default: .notPermitted
      }
    self.init(code, commands.completed(refusal.sentence))
  }
}
