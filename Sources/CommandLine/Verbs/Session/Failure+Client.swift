import Control
import Terminal
import Varlink
import Vocabulary

extension Failure {
  /// Converts an error of the connection to a failure with advice for this daemon.
  init(_ error: ClientError, instance: Instance) {
    switch error {
    case .notListening(let address, _):
      self = .noDaemon("no rubatod listens on \(address); \(instance.startAdvice)")
    case .permissionDenied(let address):
      self = .refused("you may not connect to \(address); ask its owner, or use --user")
    case .disconnected:
      self = .noDaemon(
        "rubatod closed the connection on \(instance.socketPath); whether it acted is not known. "
          + instance.logAdvice)
    case .timedOut(let timeout):
      self = .noDaemon(
        "no answer on \(instance.socketPath.visible) within \(DurationText.exact(timeout.seconds)); whether rubatod acted"
          + " is not known. To wait longer: --timeout 5m. \(instance.logAdvice)")
    case .address(let error): self = .refused("\(error)")
    case .remote(let error):
      self = RequestPattern.explainingPattern(.errorReply(error, instance: instance)).advisingSudo(
        instance)
    case .protocolViolation(.frameTooLong(let limit)):
      self = .refused(
        "the answer is longer than \(limit) bytes; select fewer requests with --app or --owner")
    case .protocolViolation, .unexpectedReply, .notEncodable, .system:
      self = .refused("\(error)")
    }
  }

  /// Returns the failure of a wait that `--timeout` has ended.
  static func waitIsOver(after limit: Duration) -> Failure {
    .refused(
      "the request or run has not ended within \(DurationText.exact(limit.seconds));"
        + " to wait longer, use a longer --timeout, or none")
  }

  /// Converts an error of a call with several replies. If the connection was closed, some of them are missing.
  init(_ error: ClientError, ofReplies instance: Instance) {
    guard case .disconnected = error else {
      self.init(error, instance: instance)
      return
    }
    self = .noDaemon(
      "rubatod closed the connection on \(instance.socketPath.visible), and the answer is incomplete; run the command"
        + " again. \(instance.logAdvice)")
  }

  /// Returns the failure for an error reply: a refusal of the daemon, or a standard error of Varlink in words.
  private static func errorReply(_ error: RemoteError, instance: Instance) -> Failure {
    if let known = ControlError.allCases.first(where: { $0.fullName == error.name }),
      let parameters = try? error.parameters.decode(as: ControlError.Parameters.self)
    {
      return .refused(error: known.rawValue, parameters)
    }
    switch StandardError(error) {
    case .invalidParameter(let parameter, let message):
      return .refused(
        error: "Refused",
        ControlError.Parameters(
          field: parameter, message: message ?? "\(parameter) is not allowed"))
    case .methodNotFound, .methodNotImplemented, .interfaceNotFound:
      return .refused("this rubatod (\(instance.name)) is of another version: \(error)")
    case .permissionDenied:
      return .refused(
        "the daemon does not allow you this call; use sudo, or your own daemon with --user")
    default: return .refused("\(error)")
    }
  }

  /// Returns the refusal of a request that is not among the user's own, with the command for one that was submitted to
  /// the system's daemon with sudo. Other failures are unchanged.
  func advisingSudo(_ instance: Instance) -> Failure {
    guard isNotFound, instance.scope == .system, !Users.isRoot,
      case .refused(let error, var parameters) = self, let id = parameters.value,
      parameters.message.hasPrefix("request '\(id)' not found among yours;")
    else { return self }
    parameters.message +=
      "; if you submitted it with sudo: \(TypedCommand.ofThisProcess.asRoot(for: id))"
    return .refused(error: error, parameters)
  }
}
