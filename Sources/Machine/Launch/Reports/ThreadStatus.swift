/// The line of /proc/PID/task/TID/stat (proc_pid_stat(5)), as far as a report needs it.
struct ThreadStatus: Equatable {
  var name: String
  /// A letter: R runs, S sleeps, D waits uninterruptibly, T is stopped, Z is dead ...
  var state: String
  /// The process that started its process.
  var parent: Int32

  /// Nil where the text is not such a line.
  init?(_ text: [UInt8]) {
    // A name may hold spaces and parentheses of its own.
    guard let begin = text.firstIndex(of: UInt8(ascii: "(")),
      let end = text.lastIndex(of: UInt8(ascii: ")")), begin < end
    else { return nil }
    let fields = text[(end + 1)...].prefix(32).split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let letter = fields[0].first, letter < 0x80,
      let parent = Int32(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    name = PlainText.line(of: text[(begin + 1)..<end])
    state = String(UnicodeScalar(letter))
    self.parent = parent
  }
}
