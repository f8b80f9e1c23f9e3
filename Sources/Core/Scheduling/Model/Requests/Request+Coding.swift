// In recordings the terms and the progress are next to the other members, as older versions wrote them.
extension Request: Codable {
  private enum Key: String, CodingKey {
    case key, sequence, submitted, window, period
  }

  /// Decodes a recorded request, with its terms and its progress from the same object.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      key: try values.decode(RequestKey.self, forKey: .key),
      sequence: try values.decode(Int64.self, forKey: .sequence), try Terms(from: decoder),
      submitted: try values.decode(WallTime.self, forKey: .submitted),
      window: try values.decode(Window.self, forKey: .window))
    period = try values.decodeIfPresent(Period.self, forKey: .period)
    // The calendar is recorded only with the terms. The terms get the values that only the window and the period have.
    let calendar = terms.calendar
    period?.calendar = calendar
    copyDatesIntoTerms()
    progress = try Progress(from: decoder)
  }

  /// Writes the terms and the progress as members of the request's object, not as objects of their own.
  package func encode(to encoder: any Encoder) throws {
    try terms.encode(to: encoder)
    try progress.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(key, forKey: .key)
    try values.encode(sequence, forKey: .sequence)
    try values.encode(submitted, forKey: .submitted)
    try values.encode(window, forKey: .window)
    try values.encodeIfPresent(period, forKey: .period)
  }
}

extension Request {
  /// Sets the latest-date answer, the interval and the flex of the terms to the values in the window and the period,
  /// which were made from a submission. ``AtLatest/relax`` is the default, and is not stored as an option.
  package mutating func copyDatesIntoTerms() {
    let atLatest = window.atLatest == .relax ? nil : window.atLatest
    // Each change copies the terms, so only other values are set.
    if terms.atLatest != atLatest { terms.atLatest = atLatest }
    // A notification that repeats by the calendar has no requested interval.
    guard let period, period.unit == nil else { return }
    let every = terms.calendar.isEmpty ? period.every : nil
    if (terms.every, terms.flex) != (every, period.flex) {
      var dated = terms
      (dated.every, dated.flex) = (every, period.flex)
      terms = dated
    }
  }
}
