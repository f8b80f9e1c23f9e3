/// An option of `submit`: its description in every place, but not its effect.
struct Option {
  /// The place of the table of all options.
  static let source = "Sources/Programs/generate/Options"

  /// The field in a call of the interface.
  let field: String
  let type: OptionType
  /// The option on the command line, without its dashes.
  var flag: String
  /// The key in a task file; `nil` if it is not allowed there.
  var key: String?
  /// The comment in the interface.
  var comment = ""
  /// The flag that stands for one value of a word; `nil` if there is none.
  var alias: Alias?
  /// The text of `rubatoctl help submit`, and its name of the value.
  var help: String
  var valueName: String?
  /// The Swift code of a shell's completion; `nil` if it follows from the type.
  var completion: String?
  /// The property of `Terms` that stores it; `nil` if it is not a term.
  var term: String?
  /// Whether terms may lack it.
  var isOptional = false
  /// Whether the settings or the kind give a default if terms lack it.
  var hasDefault = false
  /// The property of `Submission` for an option that is not a term; `nil` if that depends on more than its value.
  var place: String?
  var shown: Shown?
  /// The line in `rubatoctl show`; `nil` if it has none.
  var card: Line?
  /// The part in the output of `rubatoctl policy check`, with the value in place of `{}`; `nil` if it has none.
  var summary: String?
  /// The rows in docs/rubatoctl.md and docs/tasks.md.
  var guide: Row
  var taskGuide: Row?

  /// The form in the interface's `Request`.
  struct Shown {
    var comment = ""
    /// The property of `Request` that stores it; `nil` if that is its term.
    var place: String?
  }

  /// Whether the interface's `Request` may lack it.
  var mayBeMissing: Bool { isOptional && !hasDefault }

  struct Line {
    var label: String
    /// The text, with the value in place of `{}` and another field's in place of `{field}`.
    var text = "{}"
    /// The only value that is shown; `nil` if all are.
    var only: String?
    /// The value that is not shown; `nil` if all are.
    var hidden: String?
  }

  /// A flag of the command line that is named after the value that it stands for.
  struct Alias {
    var value: String
    var help: String

    /// The variable of the flag `--freeze-when-busy`: `freezeWhenBusy`.
    var variable: String { Option.variable(ofFlag: value) }
  }

  struct Row {
    /// The name of the value in the documentation.
    var value = ""
    /// The description; `nil` if the row above covers this option.
    var text: String?
    var unlessGiven = ""
  }
}

/// The type of an option's value, which decides how it is written, read and checked.
enum OptionType {
  case text
  /// A word of an enumeration of the core.
  case word(String)
  /// Yes, or nothing.
  case flag
  /// A time, counted from the day of submission.
  case time
  case duration
  case count(ClosedRange<Int>)
  case signal
  case conditions
  /// Conditions and paths.
  case requirements
  /// Paths and keys.
  case watched
  /// Ids of requests.
  case ids
  /// Words that select requests together.
  case tags
  /// Calendar events.
  case calendar
  /// The highest allowed frequency.
  case frequency
  case limits
  /// A systemd unit, which not every user may start.
  case unit
}
