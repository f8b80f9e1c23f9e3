import Files
import Scheduling

/// The state from which a scheduler was made when a daemon started.
package struct RecordedBeginning: Codable, Sendable {
  /// The state of a run that the last daemon left.
  package struct Found: Codable, Sendable {
    package var run: RunID
    package var state: FoundRun
  }

  /// The format of the lines; other formats are not read.
  package var format = Self.format
  /// The version of Rubato that wrote the lines.
  package var rubato: String
  package var bootID: String
  package var at: Instant
  package var zoneSeconds: Int?
  /// The settings in effect, by their keys in a policy file.
  package var settings: [String: String]
  package var snapshot: Snapshot
  package var found: [Found]
  package var measured: [Measurement]?

  package static let format = 1

  /// Records the start of a daemon at `now`. The found runs and the measured values are set afterwards.
  package init(
    _ snapshot: Snapshot, settings: Settings, bootID: String, rubato: String, at now: Instant
  ) {
    self.snapshot = snapshot
    var recorded = settings
    // The text of a command influences no decision.
    if recorded.onFailureCommand != nil { recorded.onFailureCommand = "/command" }
    self.settings = Dictionary(
      uniqueKeysWithValues: PolicyKey.all.map { ($0.name, $0.text(recorded)) })
    self.bootID = bootID
    self.rubato = rubato
    at = now
    found = []
  }

  /// The states of the runs that are alive in the snapshot, by run.
  package var foundRuns: [RunID: FoundRun] {
    get { Dictionary(found.map { ($0.run, $0.state) }) { $1 } }
    set {
      found = newValue.keys.sorted().compactMap { run in
        newValue[run].map { Found(run: run, state: $0) }
      }
    }
  }

  /// The settings in effect. Settings that the recording lacks have their defaults.
  package var knownSettings: Settings {
    var known = Settings()
    for (name, text) in settings { _ = PolicyKey.recorded(as: name)?.set(&known, text) }
    return known
  }

  /// A setting that is unknown here, or has a value that is not allowed: another version decided by it; `nil` if
  /// there is none.
  package var unknownSetting: (name: String, value: String)? {
    // Only for the check of each value.
    var known = Settings()
    for (name, text) in settings.sorted(by: { $0.key < $1.key }) {
      guard let key = PolicyKey.recorded(as: name), key.set(&known, text) else {
        return (name, text)
      }
    }
    return nil
  }
}

extension PolicyKey {
  /// Returns the key for the name of a setting in a recording, which may be its former name; `nil` if it is unknown.
  fileprivate static func recorded(as name: String) -> PolicyKey? {
    named[FormerNames.policyKey(name) ?? name]
  }
}
