import Control

/// The report on an app: its properties, reliability, quota and runs.
package struct AppReport: Encodable {
  package let app: AppInfo
  package let quota: QuotaInfo?
  /// The last runs, newest first.
  package let runs: [RunInfo]

  package init(_ app: AppInfo, quota: QuotaInfo?, runs: [RunInfo]) {
    self.app = app
    self.quota = quota
    self.runs = runs
  }

  private enum Key: String, CodingKey {
    case quota, runs
  }

  /// Writes the report as one object for `app show --json`: the fields of the app, and next to them `quota` and `runs`.
  package func encode(to encoder: any Encoder) throws {
    try app.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(quota, forKey: .quota)
    try container.encode(runs, forKey: .runs)
  }
}
