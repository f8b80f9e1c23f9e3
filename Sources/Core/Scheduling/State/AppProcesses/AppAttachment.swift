/// A process says that it is an app's.
package struct AppAttachment: Hashable, Codable, Sendable {
  package var owner: UInt32
  /// The app; nil where only its program is known.
  package var app: String?
  /// The absolute path of the process's executable.
  package var program: String?
  /// The process that the daemon started and whose token it has shown; nil for one that a user started.
  package var process: RunID?
  package var identity: AppProcess.Identity
  /// What it declares now; nil where it has nothing to say.
  package var declaration: AppDeclaration?
  /// When the daemon saw that it was there, where it has started it.
  package var started: AwakeTime?
  /// It has registered its handlers already.
  package var hasFinishedLaunching = false
  /// The identifiers that it has registered handlers for; nil where it does not say.
  package var handlers: [String]?
  /// The runs whose launch handlers it has called; `nil` if it does not report when it calls one.
  package var begun: [RunID]?
  /// A debugger holds it.
  package var isDebugged = false

  package init(owner: UInt32, identity: AppProcess.Identity) {
    self.owner = owner
    self.identity = identity
  }
}

extension AppAttachment {
  /// As recordings hold it: what older versions did not write was not so.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    owner = try values.decode(UInt32.self, forKey: .owner)
    app = try values.decodeIfPresent(String.self, forKey: .app)
    program = try values.decodeIfPresent(String.self, forKey: .program)
    process = try values.decodeIfPresent(RunID.self, forKey: .process)
    identity = try values.decode(AppProcess.Identity.self, forKey: .identity)
    declaration = try values.decodeIfPresent(AppDeclaration.self, forKey: .declaration)
    started = try values.decodeIfPresent(AwakeTime.self, forKey: .started)
    hasFinishedLaunching =
      try values.decodeIfPresent(Bool.self, forKey: .hasFinishedLaunching) ?? false
    handlers = try values.decodeIfPresent([String].self, forKey: .handlers)
    begun = try values.decodeIfPresent([RunID].self, forKey: .begun)
    isDebugged = try values.decodeIfPresent(Bool.self, forKey: .isDebugged) ?? false
  }
}
