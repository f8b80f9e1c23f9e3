/// Arguments such as `-1h`, which look like options; no option of this program begins with a digit.
package enum SignedArguments {
  /// Moves arguments such as `-1h` behind `--`, where no argument is an option: `clock advance -1h --json` becomes
  /// `clock advance --json -- -1h`. An argument after an option stays, since it can be that option's value. If `--` was
  /// typed, no argument is moved.
  package static func behindTerminator(_ arguments: [String]) -> [String] {
    guard !arguments.contains("--") else { return arguments }
    var kept: [String] = []
    var moved: [String] = []
    for (index, argument) in arguments.enumerated() {
      let mayBeValue = index > 0 && GlobalOptions.mayTakeValue(arguments[index - 1])
      if isSigned(argument), !mayBeValue { moved.append(argument) } else { kept.append(argument) }
    }
    return moved.isEmpty ? kept : kept + ["--"] + moved
  }

  /// Whether the argument is a number with a minus sign, such as `-1h`.
  private static func isSigned(_ argument: String) -> Bool {
    argument.first == "-" && argument.dropFirst().first?.isNumber == true
  }
}
