import Vocabulary

/// A suggestion for an option that a verb does not have.
package enum OptionSuggestion {
  /// Other programs' names for these options.
  private static let otherNames = [
    "when": "at", "time": "at", "until": "latest", "delay": "earliest", "start": "earliest",
    "deadline": "latest",
    "by": "latest",
    "name": "id", "label": "id", "cwd": "directory", "chdir": "directory",
    "working-directory": "directory", "repeat": "every", "interval": "every", "calendar": "on",
    "cron": "on", "nice": "limit", "memory": "limit", "if": "requires", "needs": "requires",
  ]

  /// Returns the one of `options` that a typed option probably means: by another program's name for it, by its
  /// beginning, or by a similar name; `nil` if none is near.
  ///
  /// - Parameters:
  ///   - typed: The typed option with its dashes.
  ///   - options: The options with their dashes, as they are typed.
  package static func nearest(to typed: String, among options: [String]) -> String? {
    let name = bare(typed)
    let names = options.map(bare)
    if let other = otherNames[name], names.contains(other) { return "--\(other)" }
    // --all-users concerns requests of other users, which a user who typed --all did not mean.
    if name == "all" { return nil }
    // One or two letters begin too many options to be a hint.
    let completions = name.count > 2 ? names.filter { $0.hasPrefix(name) } : []
    if completions.count == 1 { return "--\(completions[0])" }
    return Suggestion.nearest(to: name, among: names).map { "--\($0)" }
  }

  /// Returns the name of an option without its dashes.
  private static func bare(_ option: String) -> String { String(option.drop { $0 == "-" }) }
}
