import Control
import Testing
import Varlink

/// A request that stands in the place of a systemd timer is not lost by accident.
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
}
