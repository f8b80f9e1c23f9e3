import Control
import Testing

/// Advised commands reach the same daemon, as they are printed.
struct AdviceTests {
  private func daemon() throws -> DaemonProcess {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = Submit(
      id: "broken", kind: "userInitiated", command: .test(["/bin/false"]), retries: 0)
    _ = try daemon.call(submit)
    _ = try? daemon.call(Wait(id: "broken"))
    return daemon
  }

  @Test(arguments: [
    (["status"], "retry ID"), (["list", "--failed"], "acknowledge ID"),
    (["explain", "broken"], "retry broken"), (["show", "nothing"], "list"),
    (["runs", "show", "999"], "runs"), (["device"], nil), (["expire", "nothing"], "list"),
    (["submit", "ls"], "submit -- ls"),
    (["transfers", "nothing"], "transfers"), (["lst"], "list"),
  ])
  func namesTheDaemon(verb: [String], command: String?) throws {
    let daemon = try daemon()
    let said = try Rubatoctl.run(["--socket", daemon.socket] + verb)
    let text = said.output + said.errors
    if let command {
      #expect(text.contains("rubatoctl --socket \(daemon.socket) \(command)"), "\(text)")
      #expect(!text.contains("`rubatoctl \(command)"), "\(text)")
    }
    // Without the option `--socket`, the advice contains none.
    let plain = try Rubatoctl.run(verb, by: daemon)
    #expect(!(plain.output + plain.errors).contains("--socket \(daemon.socket)"), "\(plain)")
    #expect(plain.code == said.code)
  }

  /// Errors contain times in the zone of the reader, and JSON those of the interface.
  @Test func saysTimesOfHere() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory(), ["--start", "2026-03-02 12:00"])
    _ = try daemon.call(
      Submit(id: "later", command: .test(["/bin/true"]), earliest: "2026-03-04T17:00:00Z"))
    let berlin = ["TZ": "Europe/Berlin"]
    let said = try Rubatoctl.run(["run", "later"], by: daemon, environment: berlin)
    #expect(said.code == 1 && said.errors.contains("18:00"), "\(said)")
    #expect(!said.errors.contains("17:00:00"), "\(said)")
    let json = try Rubatoctl.run(["run", "later", "--json"], by: daemon, environment: berlin)
    #expect(json.errors.contains("2026-03-04T17:00:00.000Z"), "\(json)")
    _ = try daemon.call(Cancel(id: "later"))
    _ = try daemon.call(Submit(id: "now", kind: "userInitiated", command: .test(["/bin/true"])))
    _ = try? daemon.call(Wait(id: "now"))
    for verb in [["explain", "now"], ["expire", "now"]] {
      let gone = try Rubatoctl.run(verb, by: daemon, environment: berlin)
      #expect(gone.code == 1 && !gone.errors.contains("Z"), "\(gone)")
    }
  }

  @Test func leavesACommandAloneThatSomebodySubmitted() throws {
    let daemon = try daemon()
    let line = "x=`rubatoctl checkpoint`; echo $x"
    _ = try daemon.call(
      Submit(id: "own", command: .test(["/bin/sh", "-c", line]), earliest: "1h"))
    let shown = try Rubatoctl.run(["--socket", daemon.socket, "show", "own"])
    #expect(shown.output.contains(line), "\(shown)")
  }
}
