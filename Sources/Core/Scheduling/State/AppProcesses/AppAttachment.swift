/// The attachment of a process to an app.
package struct AppAttachment: Hashable, Codable, Sendable {
  package var owner: UInt32
  /// The app; `nil` if only its program is known.
  package var app: String?
  /// The absolute path of the process's executable.
  package var program: String?
  /// The process that the daemon started and whose token it has shown; `nil` if a user started it.
  package var process: RunID?
  package var identity: AppProcess.Identity
  /// Its present declaration; `nil` if it sent none.
  package var declaration: AppDeclaration?
  /// When the daemon noticed the process; `nil` if it did not start it, or has not noticed it.
  package var started: AwakeTime?
  /// Whether the process has already registered its handlers.
  package var hasFinishedLaunching = false
  /// The identifiers with registered handlers; `nil` if it does not report them.
  package var handlers: [String]?
  /// The runs whose launch handlers it has called; `nil` if it does not report when it calls one.
  package var begun: [RunID]?
  /// Whether a debugger holds it.
  package var isDebugged = false

  package init(owner: UInt32, identity: AppProcess.Identity) {
    self.owner = owner
    self.identity = identity
  }
}

extension AppAttachment {
  /// Decodes an attachment of a recording; fields that older versions did not write are `nil` or `false`.
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
