/// The part of /proc/PID/task/TID/stat (proc_pid_stat(5)) that a report needs.
struct ThreadStatus: Equatable {
  var name: String
  /// A letter: R runs, S sleeps, D waits uninterruptibly, T is stopped, Z is dead ...
  var state: String
  /// The process that started its process.
  var parent: Int32

  /// Parses the beginning of the file: the number of the thread, its name in parentheses, its state, its parent; `nil`
  /// if it is not valid.
  init?(_ text: [UInt8]) {
    // From the first to the last parenthesis, because a name can contain parentheses.
    guard let begin = text.firstIndex(of: UInt8(ascii: "(")),
      let end = text.lastIndex(of: UInt8(ascii: ")")), begin < end
    else { return nil }
    // 32 bytes contain the state and the parent, which follow the name.
    let fields = text[(end + 1)...].prefix(32).split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let letter = fields[0].first, letter < 0x80,
      let parent = Int32(String(decoding: fields[1], as: UTF8.self))
    else { return nil }
    name = PlainText.line(of: text[(begin + 1)..<end])
    state = String(UnicodeScalar(letter))
    self.parent = parent
  }
}
