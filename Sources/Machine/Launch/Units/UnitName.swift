import Scheduling

/// The names of the units of runs.
///
/// A name contains the identifier of the run, so that a later daemon finds the units of an earlier one.
struct UnitName: Equatable, Hashable, Sendable {
  var id: LaunchID
  var step = 0

  /// The name: `rubato-run-17.service`, `rubato-run-17-step-2.service` for later steps, and
  /// `rubato-run-check-3.service` for a condition.
  var text: String {
    "\(Self.prefix)\(id.name)" + (step == 0 ? "" : "-step-\(step)") + Self.suffix
  }

  /// The `SyslogIdentifier=` of a unit in a user's systemd: the name of the unit without its suffix.
  static func identifier(ofUnit unit: String) -> String {
    unit.hasSuffix(suffix) ? String(unit.dropLast(suffix.count)) : unit
  }

  init(_ id: LaunchID, step: Int = 0) {
    self.id = id
    self.step = step
  }

  /// Parses a name; `nil` if it is none of ours.
  init?(_ text: String) {
    guard text.hasPrefix(Self.prefix), text.hasSuffix(Self.suffix) else { return nil }
    let middle = text.dropFirst(Self.prefix.count).dropLast(Self.suffix.count)
    var parts = middle.split(separator: "-", omittingEmptySubsequences: false)
    if parts.dropLast().last == "step", let step = parts.last.flatMap({ Int($0) }), step > 0 {
      self.step = step
      parts.removeLast(2)
    }
    guard let id = LaunchID(name: parts.joined(separator: "-")) else { return nil }
    self.id = id
    // Only the exact form is a name of ours: not "rubato-run-17-step-02.service".
    guard self.text == text else { return nil }
  }

  private static let prefix = "rubato-run-"
  private static let suffix = ".service"

  /// The pattern of all names, in the notation of fnmatch(3).
  static let pattern = "rubato-run-*.service"
}

/// The paths of units on the bus.
enum UnitPath {
  /// Returns the object of a unit (sd_bus_path_encode(3): letters and digits stay, except a leading digit).
  static func of(_ name: String) -> String {
    var path = "/org/freedesktop/systemd1/unit/"
    for (index, byte) in name.utf8.enumerated() {
      let character = Character(Unicode.Scalar(byte))
      let isPlain = byte < 128 && (character.isLetter || (character.isNumber && index > 0))
      if isPlain {
        path.append(character)
      } else {
        path += "_" + hexadecimal(byte)
      }
    }
    return path
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.count == 1 ? "0" + text : text
  }
}
