/// The options that are also allowed before the verb.
package enum GlobalOptions {
  private static let flags: Set<String> = ["--json", "--system", "--user", "--all-users"]
  private static let valued: Set<String> = ["--socket", "--owner", "--timeout", "--host", "-H"]

  /// Returns the option that names the daemon, as it was typed: `--user`, `--socket /s`; empty if there is none.
  package static func namingDaemon(_ arguments: [String]) -> String {
    let own = arguments.prefix { $0 != "--" }
    for (index, argument) in own.enumerated() {
      if ["--user", "--system"].contains(argument) { return argument }
      if argument.hasPrefix("--socket=") { return ShellText.quoted(argument) }
      if argument == "--socket", index + 1 < own.count {
        return "--socket \(ShellText.quoted(own[index + 1]))"
      }
    }
    return ""
  }

  /// Returns the arguments without the options that name the daemon, and without their values.
  package static func withoutDaemon(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return pieces(of: arguments[..<end]).filter { !namesDaemon($0.first ?? "") }.flatMap(\.self)
      + arguments[end...]
  }

  /// Whether the argument is an option that names the daemon.
  private static func namesDaemon(_ argument: String) -> Bool {
    ["--user", "--system", "--socket"].contains(argument) || argument.hasPrefix("--socket=")
  }

  /// Returns the arguments in their order: each global option with its value, and each other argument alone.
  private static func pieces(of arguments: ArraySlice<String>) -> [ArraySlice<String>] {
    var (pieces, rest): ([ArraySlice<String>], ArraySlice<String>) = ([], arguments)
    while let first = rest.first {
      let piece = rest.prefix(length(of: first) ?? 1)
      pieces.append(piece)
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }

  /// Returns the arguments from the verb on, without the global options before it and their values.
  package static func withoutLeading(_ arguments: [String]) -> [String] {
    var rest = pieces(of: arguments[...])
    // The last one is no option of a verb that follows.
    while let first = rest.first?.first, length(of: first) != nil, rest.count > 1 {
      rest.removeFirst()
    }
    return Array(rest.joined())
  }

  /// Moves global options from before the verb to the end of the verb's own options, where they are read:
  /// `--user submit -- true` becomes `submit --user -- true`.
  package static func behindVerb(_ arguments: [String]) -> [String] {
    let rest = withoutLeading(arguments)
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
  private static func length(of argument: String) -> Int? {
    if flags.contains(argument) { return 1 }
    if valued.contains(argument) { return 2 }
    return valued.contains { argument.hasPrefix("\($0)=") } ? 1 : nil
  }
}
