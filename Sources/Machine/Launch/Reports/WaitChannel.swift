/// The kernel's function in which a thread waits, as named by /proc/PID/task/TID/wchan.
enum WaitChannel {
  /// Returns the name; `nil` if the kernel does not report it: the thread runs, or access is denied (both are "0").
  static func name(of text: [UInt8]) -> String? {
    let word = PlainText.line(of: text.prefix { $0 > UInt8(ascii: " ") })
    // Compilers append a suffix to the name of a changed copy: .constprop.0, .isra.0, .part.0.
    let name = word.prefix { $0 != "." }
    return name.isEmpty || name == "0" ? nil : String(name)
  }
}
