import Files
import Scheduling

/// What a scheduler was made from, at the start of a daemon.
package struct RecordedBeginning: Codable, Sendable {
  /// What has become of a run that the last daemon left.
  package struct Found: Codable, Sendable {
    package var run: RunID
    package var state: FoundRun
  }

  /// The format of the lines; another one is not read.
  package var format = Self.format
  /// The version of Rubato that wrote them.
  package var rubato: String
  package var bootID: String
  package var at: Instant
  package var zoneSeconds: Int?
  /// The numbers in force, by their keys in a policy file.
  package var settings: [String: String]
  package var snapshot: Snapshot
  package var found: [Found]
  package var measured: [Measurement]?

  package static let format = 1

  package init(
    _ snapshot: Snapshot, settings: Settings, bootID: String, rubato: String, at now: Instant
  ) {
    self.snapshot = snapshot
    var recorded = settings
    // What a command says is nothing that is decided by.
    if recorded.onFailureCommand != nil { recorded.onFailureCommand = "/command" }
    self.settings = Dictionary(
      uniqueKeysWithValues: PolicyKey.all.map { ($0.name, $0.text(recorded)) })
    self.bootID = bootID
    self.rubato = rubato
    at = now
    found = []
  }

  /// What has become of the runs that the snapshot believes alive, by run.
  package var foundRuns: [RunID: FoundRun] {
    get { Dictionary(found.map { ($0.run, $0.state) }) { $1 } }
    set {
      found = newValue.keys.sorted().compactMap { run in
        newValue[run].map { Found(run: run, state: $0) }
      }
    }
  }

  /// The numbers in force. One that the recording does not have is as in the defaults.
  package var knownSettings: Settings {
    var known = Settings()
    for (name, text) in settings { _ = PolicyKey.recorded(as: name)?.set(&known, text) }
    return known
  }

  /// A number that is not known here, or not allowed: another version decided by it.
  package var unknownSetting: (name: String, value: String)? {
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
  /// The key of a recording, which may be older than a renaming.
  fileprivate static func recorded(as name: String) -> PolicyKey? {
    named[FormerNames.policyKey(name) ?? name]
  }
}
