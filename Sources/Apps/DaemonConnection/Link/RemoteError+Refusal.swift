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
