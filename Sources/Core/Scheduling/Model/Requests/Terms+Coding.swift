// In recordings the terms are next to the other members of a submission or a request, as older versions wrote them.
extension Terms: Codable {
  private enum Key: String, CodingKey {
    case kind, command, every, on, flex, atLatest, requires, prefers, budget, grace, allowsBattery
    case isExpedited, group, retries, backoff, backoffDelay, needs, terms, task, declaration, timer
  }

  /// Decodes the terms from members of the enclosing value; members that older versions did not write get their
  /// defaults.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(try values.decode(Command.self, forKey: .command))
    namedKind = try values.decodeIfPresent(Kind.self, forKey: .kind)
    every = try values.decodeIfPresent(Duration.self, forKey: .every)
    calendar = try values.decodeIfPresent([CalendarEvent].self, forKey: .on) ?? []
    flex = try values.decodeIfPresent(Duration.self, forKey: .flex)
    atLatest = try values.decodeIfPresent(AtLatest.self, forKey: .atLatest)
    requires = try values.decode(Conditions.self, forKey: .requires)
    prefers = try values.decode(Conditions.self, forKey: .prefers)
    budget = try values.decodeIfPresent(Duration.self, forKey: .budget)
    grace = try values.decodeIfPresent(Duration.self, forKey: .grace)
    allowsBattery = try values.decode(Bool.self, forKey: .allowsBattery)
    isExpedited = try values.decode(Bool.self, forKey: .isExpedited)
    group = try values.decodeIfPresent(String.self, forKey: .group)
    retries = try values.decodeIfPresent(Int.self, forKey: .retries) ?? retries
    backoff = try Self.backoff(in: values)
    needs = try values.decode(Needs.self, forKey: .needs)
    run = try values.decode(RunTerms.self, forKey: .terms)
    task = try values.decodeIfPresent(TaskClass.self, forKey: .task)
    declaration = try values.decodeIfPresent(Declaration.self, forKey: .declaration)
    timer = try values.decodeIfPresent(AdoptedTimer.self, forKey: .timer)
  }

  /// Decodes the backoff from its two members, or from one object with both, as older versions wrote it for requests.
  private static func backoff(in values: KeyedDecodingContainer<Key>) throws -> Backoff {
    if let whole = try? values.decode(Backoff.self, forKey: .backoff) { return whole }
    return Backoff(
      growth: try values.decodeIfPresent(BackoffGrowth.self, forKey: .backoff) ?? .exponential,
      first: try values.decodeIfPresent(Duration.self, forKey: .backoffDelay))
  }

  /// Writes the terms as members of the enclosing value: the backoff as two members, the run options as `terms`.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(namedKind, forKey: .kind)
    try values.encode(command, forKey: .command)
    try values.encodeIfPresent(every, forKey: .every)
    if !calendar.isEmpty { try values.encode(calendar, forKey: .on) }
    try values.encodeIfPresent(flex, forKey: .flex)
    try values.encodeIfPresent(atLatest, forKey: .atLatest)
    try values.encode(requires, forKey: .requires)
    try values.encode(prefers, forKey: .prefers)
    try values.encodeIfPresent(budget, forKey: .budget)
    try values.encodeIfPresent(grace, forKey: .grace)
    try values.encode(allowsBattery, forKey: .allowsBattery)
    try values.encode(isExpedited, forKey: .isExpedited)
    try values.encodeIfPresent(group, forKey: .group)
    try values.encode(retries, forKey: .retries)
    try values.encode(backoff.growth, forKey: .backoff)
    try values.encodeIfPresent(backoff.first, forKey: .backoffDelay)
    try values.encode(needs, forKey: .needs)
    try values.encode(run, forKey: .terms)
    try values.encodeIfPresent(task, forKey: .task)
    try values.encodeIfPresent(declaration, forKey: .declaration)
    try values.encodeIfPresent(timer, forKey: .timer)
  }
}
