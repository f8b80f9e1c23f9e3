/// Something that happened
package struct NoticeInfo: Codable, Hashable, Sendable {
  package var at: String
  /// snapshot, accepted, waiting, removed, started, warned, killing, frozen, thawed, ended, device or
  /// note
  package var event: String
  @OrNull package var id: String?
  @OrNull package var app: String?
  @OrNull package var owner: Int64?
  @OrNull package var kind: String?
  @OrNull package var run: Int64?
  @OrNull package var reasons: [String]?
  @OrNull package var outcome: String?
  @OrNull package var stopReason: String?
  /// What whoever stopped it by hand said
  @OrNull package var stopMessage: String?
  @OrNull package var exit: Int64?
  /// Fields that changed; all of them in a snapshot
  @OrNull package var device: [String: String]?
  /// One sentence for people
  package var text: String

  package init(
    at: String, event: String, id: String? = nil, app: String? = nil, owner: Int64? = nil,
    kind:
      String? = nil, run: Int64? = nil, reasons: [String]? = nil, outcome: String? = nil,
    stopReason: String? = nil,
    stopMessage: String? = nil, exit: Int64? = nil, device: [String: String]? = nil, text: String
  ) {
    self.at = at
    self.event = event
    self.id = id
    self.app = app
    self.owner = owner
    self.kind = kind
    self.run = run
    self.reasons = reasons
    self.outcome = outcome
    self.stopReason = stopReason
    self.stopMessage = stopMessage
    self.exit = exit
    self.device = device
    self.text = text
  }
}
