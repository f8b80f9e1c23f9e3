/// What a continued task tells the daemon of itself.
package struct TaskReport: Equatable, Sendable {
  package struct Title: Equatable, Sendable {
    package var title: String
    package var subtitle: String
  }

  /// The share of its work that is done, 0 to 1; nil where there is nothing new.
  package var share: Double?
  /// What it shows; nil where there is nothing new.
  package var title: Title?

  /// Takes what came later.
  mutating func add(_ later: TaskReport) {
    share = later.share ?? share
    title = later.title ?? title
  }
}
