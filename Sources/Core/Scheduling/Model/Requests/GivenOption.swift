/// One option of `submit` that a request does not have by default.
package struct GivenOption: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// It is on.
    case flag
    /// As it is typed.
    case text(String)
    case list([String])
    case limits(RunLimits)

    /// As they are typed; none of a flag.
    package var words: [String] {
      switch self {
      case .flag: []
      case .text(let text): [text]
      case .list(let words): words
      case .limits(let limits): limits.words
      }
    }
  }

  /// In a call of the interface.
  package var field: String
  /// On the command line, without its dashes.
  package var flag: String
  /// In a task file.
  package var key: String?
  package var value: Value

  /// As it is said to people: `every 1d`.
  package var words: String {
    value.words.isEmpty ? flag : "\(flag) \(value.words.joined(separator: ","))"
  }
}
