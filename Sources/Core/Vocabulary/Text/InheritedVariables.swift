/// The variables of a submitter's environment that every command receives; other variables must be named.
/// XDG_RUNTIME_DIR is not among them: its contents (an agent, a session bus) no longer exist after the user has logged
/// out.
package enum InheritedVariables {
  private static let names: Set = [
    "HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TZ", "USER",
  ]

  /// Returns whether every command receives `variable`; also those of the locale, such as `LC_ALL`, are received.
  package static func contains(_ variable: String) -> Bool {
    names.contains(variable) || variable.hasPrefix("LC_")
  }
}
