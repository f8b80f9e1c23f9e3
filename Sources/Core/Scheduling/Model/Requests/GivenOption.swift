/// One option of `submit` with a value other than its default.
package struct GivenOption: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// The flag is set.
    case flag
    /// The text as users type it.
    case text(String)
    case list([String])
    case limits(RunLimits)

    /// The values as users type them; empty for a flag.
    package var words: [String] {
      switch self {
      case .flag: []
      case .text(let text): [text]
      case .list(let words): words
      case .limits(let limits): limits.words
      }
    }
  }

  /// The field in a call of the interface.
  package var field: String
  /// The option on the command line, without its dashes.
  package var flag: String
  /// The key in a task file; `nil` if it has none.
  package var key: String?
  package var value: Value

  /// The option in messages: `every 1d`.
  package var words: String {
    value.words.isEmpty ? flag : "\(flag) \(value.words.joined(separator: ","))"
  }
}
