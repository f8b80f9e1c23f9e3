// The stored form of pauses: one line for each, with tabs between the fields. Lines of another format are skipped.
extension Pause {
  private static let version = "1"
  /// The version of a pause until the daemon is started again, which older versions skip.
  private static let drainVersion = "2"

  /// Returns the stored form of `pauses`. Pauses of groups are stored under a name of their own, since older versions
  /// discard all pauses of a name if they cannot read one.
  static func bytes(of pauses: [Pause]) -> [UInt8] {
    Array(pauses.map(\.line).joined(separator: "\n").utf8)
  }

  /// Returns the pauses in the stored form `bytes`; lines of another format are skipped.
  static func list(from bytes: [UInt8]) -> [Pause] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Pause(line: $0) }
  }

  /// Whether every line in `bytes` is a pause.
  static func isList(_ bytes: [UInt8]) -> Bool {
    list(from: bytes).count == String(decoding: bytes, as: UTF8.self).split(separator: "\n").count
  }

  /// The stored form of the pause: ten fields with tabs between them, empty ones for criteria that are not named; and
  /// the group, if it names one. The order is the one of the indices in `init(line:)`.
  private var line: String {
    var fields: [String] = [
      lasting == .untilRestart ? Self.drainVersion : Self.version, String(by), name,
      scope.owner.map { String($0) } ?? "", scope.app ?? "",
      scope.kinds.map(\.rawValue).joined(separator: " "), scope.ids.joined(separator: " "),
      String(since.nanoseconds), ends.map { String($0.nanoseconds) } ?? "", runs.rawValue,
    ]
    if let group = scope.group { fields.append(group) }
    return fields.joined(separator: "\t")
  }

  /// Reads the stored form of one pause; returns `nil` for another format.
  private init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard (10...11).contains(fields.count) else { return nil }
    let (version, ownerText, app, endsText) = (fields[0], fields[3], fields[4], fields[8])
    let group = fields.count == 11 ? fields[10] : nil
    // The eleventh field is written only with the name of a group.
    let hasEmptyGroup = group?.isEmpty == true
    guard !hasEmptyGroup, [Self.version, Self.drainVersion].contains(version),
      let by = UInt32(fields[1]), let since = Self.moment(fields[7]),
      let runs = Runs(rawValue: fields[9])
    else { return nil }
    let kinds = fields[5].split(separator: " ").map { Kind(rawValue: String($0)) }
    let (owner, ends) = (UInt32(ownerText), Self.moment(endsText))
    // If only parts of a line could be read, the result would be a different pause. A pause until the restart has no
    // other end.
    let isDrain = version == Self.drainVersion
    guard !kinds.contains(nil), (owner == nil) == ownerText.isEmpty,
      (ends == nil) == endsText.isEmpty, !isDrain || ends == nil
    else { return nil }
    let lasting = isDrain ? Lasting.untilRestart : ends.map { .until($0) } ?? .untilLifted
    self.init(
      by: by, name: fields[2],
      scope: PauseScope(
        owner: owner, app: app.isEmpty ? nil : app,
        kinds: kinds.compactMap(\.self),
        ids: fields[6].split(separator: " ").map(String.init),
        group: group),
      since: since, lasting: lasting, runs: runs)
  }

  /// Reads a moment in nanoseconds since 1970; `nil` for other text, and for a number that no daemon writes.
  private static func moment(_ text: String) -> WallTime? {
    guard let nanoseconds = Int64(text) else { return nil }
    let moment = WallTime(nanoseconds: nanoseconds)
    return Misfit(of: moment, field: "pause") == nil ? moment : nil
  }
}
