/// Names of units as systemctl takes them: a missing suffix is added.
package enum SystemdUnit {
  private static let suffixes = [
    ".service", ".timer", ".socket", ".target", ".path", ".mount", ".automount", ".swap", ".slice",
    ".scope", ".device",
  ]

  /// Returns `backup.service` for `backup`; a name with a suffix of systemd is returned as it is.
  package static func service(_ name: String) -> String { named(name, ".service") }

  /// Returns `fstrim.timer` for `fstrim`; a name with a suffix of systemd is returned as it is.
  package static func timer(_ name: String) -> String { named(name, ".timer") }

  /// Returns the name with `suffix`, unless it already has a suffix of systemd.
  private static func named(_ name: String, _ suffix: String) -> String {
    suffixes.contains(where: name.hasSuffix) ? name : name + suffix
  }
}
