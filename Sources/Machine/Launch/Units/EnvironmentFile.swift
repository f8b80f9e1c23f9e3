import Glibc

/// Passes a command's environment to systemd: in a file that only root and systemd read.
///
/// Every user can read `Environment=` of a unit over the bus and in /run/systemd/transient (systemd.exec(5) warns
/// of it). The environment of a backup often contains a password.
struct EnvironmentFile {
  let path: String

  /// Writes the file. Throws if that fails; no part of the file stays then.
  ///
  /// - Parameter unit: The name of a unit that is made for a run. The file has the same name.
  init(directory: String, unit: String, environment: [String: String]) throws(LaunchError) {
    path = Self.path(directory, unit)
    // O_EXCL would refuse a file that was left under this name.
    unlink(path)
    guard let file = OwnedDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o400) else {
      throw .system("cannot write \(path)", errno)
    }
    let error = SmallFile.writeAll(Self.text(environment), to: file.raw)
    guard error == 0 else {
      unlink(path)
      throw .system("cannot write \(path)", error)
    }
  }

  static func remove(directory: String, unit: String) {
    unlink(path(directory, unit))
  }

  static func path(_ directory: String, _ unit: String) -> String {
    "\(directory)/\(unit)"
  }

  /// Returns the text in the notation of `EnvironmentFile=`: within double quotes, all characters but these four
  /// are literal, including newlines.
  static func text(_ environment: [String: String]) -> String {
    var text = ""
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      text += name + "=\""
      for character in value.unicodeScalars {
        if needsBackslash.contains(character) { text += "\\" }
        text.unicodeScalars.append(character)
      }
      text += "\"\n"
    }
    return text
  }

  private static let needsBackslash: Set<Unicode.Scalar> = ["\"", "\\", "`", "$"]

  /// Returns the smallest name that systemd would not pass on, because it is no name of a shell variable; `nil` if
  /// there is none.
  static func refusedName(in environment: [String: String]) -> String? {
    environment.keys.filter { !isAccepted($0) }.min()
  }

  /// Whether systemd passes on a variable of this name: letters, digits and underscores, without a digit at its start.
  private static func isAccepted(_ name: String) -> Bool {
    guard let first = name.utf8.first, !isDigit(first) else { return false }
    return name.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
