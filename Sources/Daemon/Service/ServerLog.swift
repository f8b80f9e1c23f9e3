import Logging
import VarlinkServer

extension Logger {
  /// What the server did on its own account.
  func log(_ event: ServerEvent) {
    switch event {
    case .connectionRefused(let peer, let limit):
      notice("Refused a connection of uid \(peer.uid): the limit of \(limit) is reached")
    case .unknownPeer(let code):
      warning("Refused a connection whose credentials could not be read (errno \(code))")
    case .protocolViolation(let peer, let violation):
      info("Closed a connection of uid \(peer.uid): \(violation)")
    case .slowReader(let peer):
      notice("Closed a connection of uid \(peer.uid) that did not read its replies")
    case .unanswered(let method):
      error("The call \(method) was not answered; please report this")
    case .notEncodable(let method, let failure):
      error("The reply to \(method) could not be written: \(failure); please report this")
    case .acceptFailed(let reason):
      warning("No connection could be accepted: \(reason)")
    }
  }
}
