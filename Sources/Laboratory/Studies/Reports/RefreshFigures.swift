import Simulation

/// The usefulness of the refreshes in a span of time.
package struct RefreshFigures: Hashable, Encodable, Sendable {
  /// The times in RFC 3339.
  package var from: String
  package var to: String
  package var runs: Int
  package var success: Int
  package var perDay: Share
  /// Counted opens: those that are not within an hour of the app's last.
  package var opens: Int
  /// The share of counted opens with a refresh in the hour before.
  package var fresh: Share
  /// The mean of that share over apps with at least three opens.
  package var freshByApp: Share
  /// The share of refreshes that were followed by an open within the hour.
  package var useful: Share
}

/// The runs of one app, or of work that belongs to no app.
package struct AppFigures: Hashable, Encodable, Sendable {
  /// The app's name in the trace; `nil` if the work belongs to no app.
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

  /// Encodes all members. `app` is null for work that belongs to no app, which synthesized code would leave out.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    // The app is written as null if there is none.
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
