import Testing

/// Rules for shell scripts.
struct ScriptTests {
  /// A process of a user that has the terminal of root could type commands there (TIOCSTI in ioctl_tty(2)).
  @Test func processesOfUsersDoNotHaveTheTerminalOfRoot() throws {
    var count = 0
    for file in try Repository().files(in: "packaging") {
      for line in file.text.split(separator: "\n") where line.contains("runuser --") {
        count += 1
        #expect(line.contains("setsid --wait"), "\(file.path)")
      }
    }
    #expect(count > 0)
  }
}
