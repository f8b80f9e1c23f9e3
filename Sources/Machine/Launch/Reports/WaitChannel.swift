/// The kernel's function in which a thread waits, as /proc/PID/task/TID/wchan names it.
enum WaitChannel {
  /// Nil where the kernel does not tell: the thread runs, or one may not know (both are "0").
  static func name(of text: [UInt8]) -> String? {
    let word = PlainText.line(of: text.prefix { $0 > UInt8(ascii: " ") })
    // What compilers append to the name of a changed copy: .constprop.0, .isra.0, .part.0.
    let name = word.prefix { $0 != "." }
    return name.isEmpty || name == "0" ? nil : String(name)
  }
}
