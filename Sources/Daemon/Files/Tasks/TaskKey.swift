import Scheduling

/// The keys of a task file: the long options of `rubatoctl submit`.
enum TaskKey {
  /// A key whose value is a mapping that is merged key by key.
  struct Group {
    var name: String
    /// The keys of the mapping; `nil` if they are names of variables.
    var keys: [String]?

    /// The allowed keys, for messages.
    var words: String { keys?.listed ?? TaskKey.variableWords }
  }

  static let all =
    [
      "command", "steps", "unit", "user", "directory", "environment", "signal", "umask",
      "earliest", "latest",
    ]
    + Terms.options.compactMap(\.key)

  /// The file with defaults for all tasks of its directories. No task can have this name.
  static let defaults = "_defaults"

  static let ofDefaults = ["on-failure", "on-failure-command"]

  static let groups = [
    Group(name: "limits", keys: ["memory", "tasks", "cpu", "cpu-weight", "io-weight"]),
    Group(name: "environment", keys: nil),
  ]

  /// Advice for options of `submit` that are no keys.
  static let advice = [
    "id": "the name of the file, without .yaml, is the id; rename the file",
    "at": "for an exact time, write 'exact: yes' with 'earliest' or 'on'",
    "late": "to skip a time that was missed, write 'at-latest: drop'",
  ]

  static let variableWords = "names of letters, digits and _, such as RESTIC_REPOSITORY"

  /// Returns the key that `text` names. The option `--prefer` of `submit` is also accepted as the name of its key.
  static func name(_ text: String) -> String { text == "prefer" ? "prefers" : text }

  /// Returns whether `name` can name a variable: letters of ASCII, digits and `_`, without a digit at its start.
  static func isVariable(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isWord && name.first.map { !$0.isNumber } ?? false
  }
}
