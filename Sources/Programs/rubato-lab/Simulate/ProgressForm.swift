/// The form in which progress is written to standard error.
enum ProgressForm: String {
  /// A bar, if standard error is a terminal.
  case bar
  /// A line of JSON at the start and after each world.
  case json
  case none
}
