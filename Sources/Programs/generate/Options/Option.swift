/// One option of `submit`: all that is said of it anywhere, but for what it does.
struct Option {
  /// Where the table of all of them is.
  static let source = "Sources/Programs/generate/Options"

  /// In a call of the interface.
  let field: String
  let type: OptionType
  /// On the command line, without its dashes.
  var flag: String
  /// In a task file; nil where it cannot stand there.
  var key: String?
  /// In the interface.
  var comment = ""
  /// What `rubatoctl help submit` says of it, and what that calls its value.
  var help: String
  var valueName: String?
  /// Swift for what a shell completes it with; nil where that follows from its type.
  var completion: String?
  /// Where `Terms` keeps it; nil where it is none of them.
  var term: String?
  /// Whether terms may be without one.
  var isOptional = false
  /// Whether the settings or the kind give a default where terms are without one.
  var hasDefault = false
  /// Where `Submission` keeps an option that is no term; nil where that depends on more than its value.
  var place: String?
  var shown: Shown?
  /// Its line in `rubatoctl show`.
  var card: Line?
  /// Its part of what `rubatoctl policy check` says of a task, with the value in the place of `{}`.
  var summary: String?
  /// Its rows in docs/rubatoctl.md and docs/tasks.md.
  var guide: Row
  var taskGuide: Row?

  /// How the interface's `Request` shows it.
  struct Shown {
    var comment = ""
    /// Where `Request` keeps it; nil where that is its term.
    var place: String?
  }

  /// Whether the interface's `Request` may be without one.
  var mayBeMissing: Bool { isOptional && !hasDefault }

  struct Line {
    var label: String
    /// The value stands in the place of `{}`, another field's in that of `{field}`.
    var text = "{}"
    /// Only where the value is this word.
    var only: String?
  }

  struct Row {
    /// The value as the documentation calls it.
    var value = ""
    /// Nil where the row above speaks of it, too.
    var text: String?
    var unlessGiven = ""
  }
}

/// What an option's value is, which decides how it is written, read and checked.
enum OptionType {
  case text
  /// A word of an enumeration of the core.
  case word(String)
  /// Yes, or nothing.
  case flag
  /// Told from the day on which it is taken.
  case time
  case duration
  case count(ClosedRange<Int>)
  case signal
  case conditions
  /// Conditions and paths.
  case requirements
  /// Paths and keys.
  case watched
  /// How often at most.
  case frequency
  case limits
  /// A unit of systemd, which not everybody may have started.
  case unit
}
