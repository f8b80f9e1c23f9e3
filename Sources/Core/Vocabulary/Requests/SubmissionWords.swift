/// Whether a submission replaces a queued request with the same id, or keeps it.
package enum IfPending: String, CaseIterable, Codable, Sendable {
  case replace, keep
}

/// What a request's latest date means.
package enum AtLatest: String, CaseIterable, Codable, Sendable {
  /// From then on only absolute vetoes hold it, and what it requires.
  case run
  /// What it prefers and what its kind gates by default give way; what it requires never does.
  case relax
  /// It ends, with its reason.
  case drop
}
