import BackgroundTasks
import Control

/// The daemon's reply to a process that attached.
struct Attachment: Sendable {
  let process: Int64
  /// The identifier of its app.
  let app: String
  /// The identifiers that the app may submit.
  let permitted: [String]
  /// Seconds that a module may take to be created, 0 for no limit; `nil` from a daemon that does not know modules.
  let moduleLimit: Double?
  /// Whether the daemon's clock is simulated.
  let isSimulated: Bool

  init(_ reply: AttachApp.Reply) {
    process = reply.process
    app = reply.app?.id ?? ""
    permitted = reply.app?.permittedIdentifiers ?? []
    moduleLimit = reply.moduleLimit
    isSimulated = reply.virtualClock ?? false
  }
}

extension DaemonLink {
  /// Returns the identifier of the app, once the process is attached.
  func app() throws(BGTaskScheduler.Error) -> String { try attachment().app }

  /// Returns the identifiers that the attached app may submit; `nil` if they are unknown.
  func permittedIdentifiers() -> [String]? { try? attachment().permitted }

  /// Returns the seconds that creating a module may take, 0 for no limit; `nil` if they are unknown.
  func moduleLimit() -> Double? { (try? attachment())?.moduleLimit }
}
