import Control
import Foundation
import Testing

/// Standard files that are full, closed or without a reader, and words that are not UTF-8.
struct StandardFileTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(try TemporaryDirectory())
  }

  /// Runs a shell script, in which `$0` is `rubatoctl`.
  private func run(_ script: String) throws -> Rubatoctl.Result {
    try Rubatoctl.run(
      ["-c", script, Rubatoctl.built.path], by: daemon, as: URL(filePath: "/bin/sh"))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "list", "list --json", "export", "policy show --defaults", "calendar daily", "--help",
      "watch", "logs -f loud",
    ])
  func anAnswerOnAFullDiskIsAFailure(verb: String) throws {
    let submit = "\"$0\" submit --id loud --kind userInitiated --every 1h --wait"
    #expect(try run("\(submit) -- /bin/echo hello").code == 0)
    let full = try run("\"$0\" \(verb) >/dev/full")
    #expect(full.code == 1, "\(full)")
    #expect(full.errors.contains("No space left on device"), "\(full)")
  }

  @Test(.timeLimit(.minutes(1)))
  func watchEndsWithItsReaderWhereSIGPIPEIsIgnored() throws {
    // A pipe whose only reader has gone before `watch` begins.
    let script = """
      trap '' PIPE; mkfifo "$1"; exec 3<>"$1" 4>"$1" 3<&-
      "$0" watch >&4; echo "code $?" >&2
      """
    let ended = try Rubatoctl.run(
      ["-c", script, Rubatoctl.built.path, "\(directory.path)/pipe"], by: daemon,
      as: URL(filePath: "/bin/sh"))
    #expect(ended.errors.hasSuffix("; the answer is incomplete\ncode 1\n"), "\(ended)")
  }

  @Test(arguments: [">&-", "2>&-", ">&- 2>&- <&-"])
  func closedFilesAreNotTheConnection(closing: String) throws {
    let done = try run(
      "\"$0\" submit --kind userInitiated --id quiet --wait -- /bin/echo hello \(closing)")
    #expect(done.code == 0, "\(done)")
    #expect(try run("\"$0\" logs quiet").output == "hello\n")
  }

  @Test func wordsThatAreNotTextAreRefused() throws {
    let submit = "\"$0\" submit --earliest 1h --id changed"
    // \351 is an e with an acute accent in ISO 8859-1.
    let word = try run("\(submit) -- /bin/cat \"$(printf 'caf\\351')\"")
    #expect(word.code == 1 && word.errors.contains("is not text in UTF-8"), "\(word)")
    let variable = try run("A=$(printf '\\351') \(submit) --env A -- /bin/true")
    #expect(variable.code == 1 && variable.errors.contains("not text in UTF-8"), "\(variable)")
    let place = "cd '\(directory.path)'; name=$(printf 'caf\\351'); mkdir $name; cd $name"
    let end = "code=$?; cd ..; rmdir $name; exit $code"
    for line in ["\(submit) -- /bin/true", "\"$0\" transfer --download http://localhost/a"] {
      let there = try run("\(place); \(line); \(end)")
      #expect(there.code == 1 && there.errors.contains("not text in UTF-8"), "\(there)")
    }
    #expect(try daemon.call(List()).requests.isEmpty)
  }
}
