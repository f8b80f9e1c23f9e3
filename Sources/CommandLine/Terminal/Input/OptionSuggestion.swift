import Vocabulary

/// A suggestion for an option that a verb does not have.
package enum OptionSuggestion {
  /// Other programs' names for these options.
  private static let otherNames = [
    "at": "earliest", "delay": "earliest", "start": "earliest", "deadline": "latest",
    "by": "latest",
    "name": "id", "label": "id", "cwd": "directory", "chdir": "directory",
    "working-directory": "directory",
  ]

  /// Returns the likely option of `options`: one with another name, one that begins like it, or one that is misspelt;
  /// `nil` if none is near.
  ///
  /// - Parameter options: The options with their dashes, as they are typed.
  package static func nearest(to typed: String, among options: [String]) -> String? {
    let name = bare(typed)
    let names = options.map(bare)
    if let other = otherNames[name], names.contains(other) { return "--\(other)" }
    let longer = names.filter { $0.hasPrefix(name) && name.count > 2 }
    if longer.count == 1 { return "--\(longer[0])" }
    return Suggestion.nearest(to: name, among: names).map { "--\($0)" }
  }

  private static func bare(_ option: String) -> String { String(option.drop { $0 == "-" }) }
}
