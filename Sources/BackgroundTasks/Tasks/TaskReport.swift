/// What a continued task tells the daemon of itself.
struct TaskReport: Equatable, Sendable {
  struct Title: Equatable, Sendable {
    var title: String
    var subtitle: String
  }

  /// The share of its work that is done, 0 to 1; nil where there is nothing new.
  var share: Double?
  /// What it shows; nil where there is nothing new.
  var title: Title?

  /// Takes what came later.
  mutating func add(_ later: TaskReport) {
    share = later.share ?? share
    title = later.title ?? title
  }
}
