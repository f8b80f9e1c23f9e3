/// Names of units as systemctl takes them: a missing suffix is added.
package enum SystemdUnit {
  private static let suffixes = [
    ".service", ".timer", ".socket", ".target", ".path", ".mount", ".automount", ".swap", ".slice",
    ".scope", ".device",
  ]

  package static func service(_ name: String) -> String { named(name, ".service") }

  package static func timer(_ name: String) -> String { named(name, ".timer") }

  private static func named(_ name: String, _ suffix: String) -> String {
    suffixes.contains(where: name.hasSuffix) ? name : name + suffix
  }
}
