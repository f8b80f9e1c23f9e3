// In recordings the terms are next to the other members, as older versions wrote them.
extension Submission: Codable {
  private enum Key: String, CodingKey {
    case owner, app, id, earliest, latest, zoneAtEarliest, zoneAtLatest, ifPending, mayLose
    case groupWidth, amendment, replacesRunning, isCounted, wantsExplanation
  }

  /// Decodes a recorded submission, with its terms from the same object.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(owner: try values.decode(UInt32.self, forKey: .owner), try Terms(from: decoder))
    app = try values.decodeIfPresent(String.self, forKey: .app)
    id = try values.decodeIfPresent(String.self, forKey: .id)
    earliest = try values.decodeIfPresent(Moment.self, forKey: .earliest)
    latest = try values.decodeIfPresent(Moment.self, forKey: .latest)
    groupWidth = try values.decodeIfPresent(Int.self, forKey: .groupWidth)
    zoneAtEarliest = try values.decodeIfPresent(Int.self, forKey: .zoneAtEarliest)
    zoneAtLatest = try values.decodeIfPresent(Int.self, forKey: .zoneAtLatest)
    ifPending = try values.decode(IfPending.self, forKey: .ifPending)
    mayLose = try values.decodeIfPresent(Loss.self, forKey: .mayLose)
    amendment = try values.decodeIfPresent(Amendment.self, forKey: .amendment)
    replacesRunning = try values.decode(Bool.self, forKey: .replacesRunning)
    isCounted = try values.decode(Bool.self, forKey: .isCounted)
    wantsExplanation = try values.decode(Bool.self, forKey: .wantsExplanation)
  }

  /// Writes the terms as members of the submission's object, not as an object of their own.
  package func encode(to encoder: any Encoder) throws {
    try terms.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(owner, forKey: .owner)
    try values.encodeIfPresent(app, forKey: .app)
    try values.encodeIfPresent(id, forKey: .id)
    try values.encodeIfPresent(earliest, forKey: .earliest)
    try values.encodeIfPresent(latest, forKey: .latest)
    try values.encodeIfPresent(groupWidth, forKey: .groupWidth)
    try values.encodeIfPresent(zoneAtEarliest, forKey: .zoneAtEarliest)
    try values.encodeIfPresent(zoneAtLatest, forKey: .zoneAtLatest)
    try values.encode(ifPending, forKey: .ifPending)
    try values.encodeIfPresent(mayLose, forKey: .mayLose)
    try values.encodeIfPresent(amendment, forKey: .amendment)
    try values.encode(replacesRunning, forKey: .replacesRunning)
    try values.encode(isCounted, forKey: .isCounted)
    try values.encode(wantsExplanation, forKey: .wantsExplanation)
  }
}
