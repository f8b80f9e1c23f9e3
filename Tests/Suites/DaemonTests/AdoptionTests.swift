import Control
import Foundation
import Testing
import Varlink

/// A request that replaces a systemd timer is not lost by accident.
struct AdoptionTests {
  private func daemon() throws -> DaemonProcess {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    _ = try daemon.call(
      Submit(
        id: "trim", command: .test(["/bin/true"]), earliest: "1d", every: 604_800,
        timer: TimerInfo(name: "fstrim.timer", state: "enabled", active: true)))
    return daemon
  }

  @Test func itIsNotReplacedBySomethingElse() throws {
    let daemon = try daemon()
    let result = try Rubatoctl.run(["submit", "--id", "trim", "--", "true"], by: daemon)
    #expect(result.code == 1)
    #expect(result.errors.contains("rubatoctl release fstrim.timer"))
    let keep = ["submit", "--id", "trim", "--if-pending", "keep", "--", "true"]
    #expect(try Rubatoctl.run(keep, by: daemon).code == 0)
    #expect(try daemon.call(List(id: "trim")).requests.first?.timer?.name == "fstrim.timer")
  }

  @Test func itIsNotCancelledWithoutATimerPutBack() throws {
    let daemon = try daemon()
    let result = try Rubatoctl.run(["cancel", "trim"], by: daemon)
    #expect(result.code == 1)
    #expect(result.errors.contains("rubatoctl release fstrim.timer"))
    #expect(try daemon.call(List()).requests.count == 1)
  }

  @Test func itSaysWhatItStandsFor() throws {
    let daemon = try daemon()
    let card = try Rubatoctl.run(["show", "trim"], by: daemon).output
    #expect(card.contains("in place of  fstrim.timer, which was enabled, active"))
    #expect(try Rubatoctl.run(["explain", "trim"], by: daemon).output.contains("fstrim.timer"))
  }

  @Test(arguments: [["adopt", "fstrim.service"], ["release", "nothing"]])
  func whatIsNoTimerIsRefused(arguments: [String]) throws {
    #expect(try Rubatoctl.run(arguments, by: daemon()).code == 1)
  }

  private func completions(
    of verb: String, _ words: [String], by daemon: DaemonProcess? = nil, path: String
  ) throws -> [String] {
    let typed = ["rubatoctl", verb] + words + [""]
    let asked = ["---completion", verb, "--", "positional@0", "\(typed.count - 1)", "0"]
    let surroundings = ["PATH": path, "XDG_RUNTIME_DIR": "/nowhere"]
    let result = try Rubatoctl.run(asked + typed, by: daemon, environment: surroundings)
    return result.output.split(separator: "\n").map { String($0) }
  }

  /// A service manager with a timer of each sort.
  private static let manager = """
    #!/bin/sh
    case "$*" in
      "--system --no-pager list-unit-files --type=timer "*)
        printf '%s\n' 'logs.timer enabled enabled' 'copy@.timer static -' ;;
      "--system --no-pager list-units --type=timer "*)
        printf '%s\n' 'logs.timer loaded active waiting' 'copy@home.timer loaded active waiting' \
          'gone.timer not-found inactive dead' ;;
      "--user --no-pager list-unit-files "*) echo 'mail.timer disabled enabled' ;;
    esac
    """

  @Test func aShellCompletesTimers() throws {
    let directory = try TemporaryDirectory()
    let program = URL(filePath: directory.path).appending(path: "systemctl")
    try Self.manager.write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let path = "\(directory.path):/usr/bin:/bin"
    let system = try completions(of: "adopt", ["--system"], path: path)
    #expect(system == ["copy@home.timer", "logs.timer"])
    #expect(try completions(of: "adopt", ["--user"], path: path) == ["mail.timer"])
    let daemon = try daemon()
    #expect(try completions(of: "release", [], by: daemon, path: path) == ["fstrim.timer"])
  }

  @Test(arguments: [["adopt", "fstrim.timer"], ["import", "--timers", "--dry-run"]])
  func withoutSystemdTheAnswerIsWhatIsNeeded(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    let program = URL(filePath: directory.path).appending(path: "systemctl")
    let manager = """
      #!/bin/sh
      echo 'System has not been booted with systemd as init system (PID 1).' >&2
      exit 1
      """
    try manager.write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let said = try Rubatoctl.run(
      arguments, by: daemon(), environment: ["PATH": "\(directory.path):/usr/bin:/bin"])
    #expect(said.code == 1 && said.errors.contains("systemd does not run"), "\(said)")
    #expect(!said.errors.contains("booted"), "\(said)")
  }

  @Test func withoutAServiceManagerNothingIsCompleted() throws {
    #expect(try completions(of: "adopt", ["--system"], path: "/nowhere").isEmpty)
  }
}
