extension Snapshot {
  /// Returns the stored request that a live run executes, even if it was replaced or removed meanwhile; `nil` if it is
  /// unknown.
  package func request(executedBy run: Run) -> Request? {
    requests.first { $0.key == run.key && $0.sequence == run.sequence }
      ?? executed.first { $0.sequence == run.sequence }
  }
}
