// The stored form, in one column, as for `Usage`.
extension Reliability {
  /// The record as text: the version of the form (1), the qualities of the runs, the kills, the level and the end of
  /// the last block, and the clean runs since. `init(text:)` reads it.
  package var text: String {
    var writer = NumberWriter()
    writer.write(1)
    writer.write(conducts) { $0.write($1.rawValue) }
    writer.write(kills) { $0.write($1) }
    writer.write(level)
    writer.write(barredUntil)
    writer.write(cleanRuns)
    return writer.text
  }

  /// Parses the stored form. Returns `nil` if `text` does not have the form that the property `text` produces.
  package init?(text: String) {
    var reader = NumberReader(text)
    guard reader.number() == 1 else { return nil }
    // An unknown quality is `nil` here, and makes the text invalid below.
    let conducts = reader.list { RunQuality(rawValue: $0.number()) }
    self.conducts = conducts.compactMap(\.self)
    kills = reader.list { $0.moment() }
    level = reader.count()
    barredUntil = reader.optionalMoment()
    cleanRuns = reader.count()
    guard reader.isWhole, self.conducts.count == conducts.count else { return nil }
  }
}
