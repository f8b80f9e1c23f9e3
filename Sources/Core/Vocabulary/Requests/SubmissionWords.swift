/// Whether a submission replaces a queued request with the same id, or keeps it.
package enum IfPending: String, CaseIterable, Codable, Sendable {
  case replace, keep
}

/// The effect of a request's latest date.
package enum AtLatest: String, CaseIterable, Codable, Sendable {
  /// From then on only absolute vetoes and its requirements hold it.
  case run
  /// Its preferences and its kind's default gates give way; its requirements never do.
  case relax
  /// The request ends, with its reason.
  case drop
}
