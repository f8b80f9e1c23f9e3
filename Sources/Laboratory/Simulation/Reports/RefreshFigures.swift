/// What the refreshes of a span of time were good for.
package struct RefreshFigures: Hashable, Encodable, Sendable {
  /// RFC 3339.
  package var from: String
  package var to: String
  package var runs: Int
  package var success: Int
  package var perDay: Share
  /// Opens that count: those that do not come within an hour of the app's last.
  package var opens: Int
  /// Of these, how many found the app refreshed within the last hour.
  package var fresh: Share
  /// The mean of that share over apps with at least three opens.
  package var freshByApp: Share
  /// The share of refreshes that an open followed within the hour.
  package var useful: Share
}

/// What ran for one app, or for work that stands for itself.
package struct AppFigures: Hashable, Encodable, Sendable {
  /// As the trace names it; nil for work that stands for itself.
  package var app: String?
  package var id: String
  package var kind: String
  package var runs: Int
  package var success: Int
  package var perDay: Share
  package var cpuSeconds: Double
  package var opens: Int
  package var fresh: Share

  private enum CodingKeys: String, CodingKey {
    case app, id, kind, runs, success, perDay, cpuSeconds, opens, fresh
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // Written as null where there is none.
    try container.encode(app, forKey: .app)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(runs, forKey: .runs)
    try container.encode(success, forKey: .success)
    try container.encode(perDay, forKey: .perDay)
    try container.encode(cpuSeconds, forKey: .cpuSeconds)
    try container.encode(opens, forKey: .opens)
    try container.encode(fresh, forKey: .fresh)
  }
}
