import Control

/// What the daemon has said of a process that attached.
struct Attachment: Sendable {
  let process: Int64
  /// The identifier of the app that it is of.
  let app: String
  /// What the app may submit.
  let permitted: [String]
  /// Seconds that a module may take to be created, 0 for any time; nil from a daemon that does not know of modules.
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
  /// The identifier of the app, once it is attached.
  func app() throws(BGTaskScheduler.Error) -> String { try attachment().app }

  /// What the app that this process attached as may submit; nil where that is not known.
  func permittedIdentifiers() -> [String]? { try? attachment().permitted }

  /// Seconds that a module may take to be created, 0 for any time; nil where the daemon does not say.
  func moduleLimit() -> Double? { (try? attachment())?.moduleLimit }
}
