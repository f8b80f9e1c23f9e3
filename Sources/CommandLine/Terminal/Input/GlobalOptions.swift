import Vocabulary

/// The options that are also allowed before the verb, as in `rubatoctl --user list`.
package enum GlobalOptions {
  /// The options without a value.
  private static let flags: Set<String> = ["--json", "--system", "--user", "--all-users"]
  /// The options with a value.
  private static let valued: Set<String> = ["--socket", "--owner", "--timeout", "--host", "-H"]

  /// Returns the option that names the daemon, as it was typed: `--user`, `--socket /s`; empty if there is none.
  package static func daemonOption(in arguments: [String]) -> String {
    // Words after `--` are those of a command.
    let typedOptions = arguments.prefix { $0 != "--" }
    for (index, argument) in typedOptions.enumerated() {
      if ["--user", "--system"].contains(argument) { return argument }
      if argument.hasPrefix("--socket=") { return ShellText.quoted(argument) }
      if argument == "--socket", index + 1 < typedOptions.count {
        return "--socket \(ShellText.quoted(typedOptions[index + 1]))"
      }
    }
    return ""
  }

  /// Returns the arguments without the options that name the daemon, and without their values.
  package static func withoutDaemonOptions(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let keptOptions = groupedWithValues(arguments[..<end]).filter { group in
      !namesDaemon(group.first ?? "")
    }
    return keptOptions.flatMap(\.self) + arguments[end...]
  }

  /// Whether the argument is an option that names the daemon.
  private static func namesDaemon(_ argument: String) -> Bool {
    ["--user", "--system", "--socket"].contains(argument) || argument.hasPrefix("--socket=")
  }

  /// Returns the arguments in groups, in their order: each global option with its value, and each other argument alone.
  /// `--socket /s list --json` becomes `[--socket /s]`, `[list]`, `[--json]`.
  private static func groupedWithValues(_ arguments: ArraySlice<String>) -> [ArraySlice<String>] {
    var groups: [ArraySlice<String>] = []
    var rest: ArraySlice<String> = arguments
    while let first = rest.first {
      let group = rest.prefix(wordCount(ofOption: first) ?? 1)
      groups.append(group)
      rest = rest.dropFirst(group.count)
    }
    return groups
  }

  /// Returns the arguments from the verb on, without the global options before it and their values.
  package static func fromVerbOn(_ arguments: [String]) -> [String] {
    var rest = groupedWithValues(arguments[...])
    // The last word stays even if it is an option: no verb follows it, and the parser reports that.
    while let first = rest.first?.first, wordCount(ofOption: first) != nil, rest.count > 1 {
      rest.removeFirst()
    }
    return Array(rest.joined())
  }

  /// Moves global options from before the verb to the end of the verb's own options, where they are read:
  /// `--user submit -- true` becomes `submit --user -- true`.
  package static func movedBehindVerb(_ arguments: [String]) -> [String] {
    let rest = fromVerbOn(arguments)
    let moved = arguments.prefix(arguments.count - rest.count)
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    return Array(rest[..<end] + moved + rest[end...])
  }

  /// Whether the argument is an option whose value may be the next argument.
  static func mayTakeValue(_ argument: String) -> Bool {
    argument.hasPrefix("--") && !flags.contains(argument)
  }

  /// Returns the number of arguments that a global option takes up, with its value: 1 or 2; `nil` if the argument is no
  /// global option.
  private static func wordCount(ofOption argument: String) -> Int? {
    if flags.contains(argument) { return 1 }
    if valued.contains(argument) { return 2 }
    return valued.contains { argument.hasPrefix("\($0)=") } ? 1 : nil
  }
}
