/// The variables of a submitter's environment that every command has; more is asked for by name. XDG_RUNTIME_DIR and what lives there (an
/// agent, a session bus) is gone once the user has logged out, so it is not among them.
package enum InheritedVariables {
  private static let names: Set = [
    "HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TZ", "USER",
  ]

  package static func contains(_ variable: String) -> Bool {
    names.contains(variable) || variable.hasPrefix("LC_")
  }
}
