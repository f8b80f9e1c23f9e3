import Control
import Foundation
import Testing
import Varlink

/// A machine that is read, and values that override it.
struct ReadDeviceTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func pluggedIn() throws -> ReadingDaemon {
    try directory.write("Mains\n", to: "root/sys/class/power_supply/AC/type")
    try directory.write("1\n", to: "root/sys/class/power_supply/AC/online")
    return try start()
  }

  private func start() throws -> ReadingDaemon {
    try ReadingDaemon(
      directory, sources: "power-supplies", deviceRoot: "\(directory.path)/root")
  }

  @Test func eachFieldTellsWhereItComesFrom() throws {
    let daemon = try pluggedIn()
    let power = try daemon.field("power")
    #expect(power.value == "ac")
    #expect(power.origin == "power-supplies")
    #expect(power.read != nil && power.machine == nil)
    let load = try daemon.field("load")
    #expect(load.value == "unknown" && load.origin == "unknown" && load.read == nil)
    let device = try daemon.call(GetDevice())
    #expect(device.origin == "machine")
    #expect(!device.frozen && device.setByHand.isEmpty)
    #expect(try daemon.call(Status()).warnings.isEmpty)
    let text = try Rubatoctl.run(["device"], by: daemon.process).output
    #expect(text.contains("power-supplies"))
    #expect(text.contains("Values are detected from the machine."))
  }

  @Test func whatIsSetByHandHoldsUntilItIsThawed() throws {
    let daemon = try pluggedIn()
    let answer = try Rubatoctl.run(["device", "set", "power=battery"], by: daemon.process)
    #expect(answer.output.contains("Overriding the detected"), "\(answer.output)")
    #expect(answer.output.contains("`rubatoctl device thaw`"))
    let power = try daemon.field("power")
    #expect(power.value == "battery" && power.origin == "set by hand" && power.machine == "ac")
    #expect(try daemon.call(GetDevice()).setByHand == ["power"])
    let warnings = try daemon.call(Status()).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("THE DEVICE IS SET BY HAND") == true)
    #expect(warnings.first?.hasSuffix("power=battery") == true)
    #expect(try Rubatoctl.run(["device", "thaw"], by: daemon.process).code == 0)
    #expect(try daemon.field("power").value == "ac")
    #expect(try daemon.call(Status()).warnings.isEmpty)
    let log = daemon.log()
    #expect(log.contains("Set by hand, overriding detected values: power"), "\(log)")
    #expect(log.contains("All fields follow detected values again"))
  }

  @Test func theSwitchOfAllAppsIsSaidAndOutlivesTheDaemon() throws {
    let daemon = try pluggedIn()
    let answer = try Rubatoctl.run(["app", "refresh", "off", "--all"], by: daemon.process)
    #expect(answer.output == "Background App Refresh is off for all apps.\n")
    #expect(try daemon.call(GetDevice()).setByHand.isEmpty)
    daemon.process.end()
    let next = try start()
    #expect(try next.field("background-refresh").value == "off")
    let warning = try next.call(Status()).warnings
    #expect(warning.count == 1)
    #expect(warning.first?.hasPrefix("Background App Refresh is off for all apps") == true)
    for verb in [["quota"], ["app"]] {
      let said = try Rubatoctl.run(verb, by: next.process).output
      #expect(said.contains("Background App Refresh is off for all apps"), "\(said)")
    }
    #expect(try Rubatoctl.run(["app", "refresh", "--all", "on"], by: next.process).code == 0)
    #expect(try next.call(Status()).warnings.isEmpty)
  }

  @Test func whatIsSetByHandOutlivesTheDaemon() throws {
    let daemon = try pluggedIn()
    #expect(try daemon.call(SetDevice(values: ["power": "battery"])).untilThaw)
    daemon.process.end()
    let next = try start()
    #expect(try next.field("power").value == "battery")
    #expect(try next.call(GetDevice()).setByHand == ["power"])
  }

  @Test func aFrozenDeviceSaysSoLoudly() throws {
    let daemon = try pluggedIn()
    let answer = try Rubatoctl.run(["device", "freeze", "--for", "1h"], by: daemon.process)
    #expect(
      answer.output.contains("The device is frozen: detected changes are ignored"),
      "\(answer.output)")
    #expect(answer.output.contains("(in 60 min)"))
    let device = try daemon.call(GetDevice())
    #expect(device.frozen && device.thaws != nil)
    #expect(try daemon.field("power").machine == "ac")
    let status = try Rubatoctl.run(["status"], by: daemon.process)
    #expect(status.output.contains("THE DEVICE IS FROZEN until"), "\(status.output)")
    #expect(try Rubatoctl.run(["device"], by: daemon.process).output.contains("FROZEN until"))
    _ = try daemon.call(ThawDevice())
    #expect(try !daemon.call(GetDevice()).frozen)
    #expect(daemon.log().contains("The device is frozen until"))
  }

  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
  func isOverruledByThoseWhoMayOnly() throws {
    let daemon = try pluggedIn()
    let verbs = [
      ["device", "freeze"], ["device", "thaw"], ["device", "set", "power=battery"],
    ]
    for verb in verbs {
      let process = Process()
      let errors = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments =
        [
          "--reuid=65534", "--regid=65534", "--clear-groups",
          DaemonProcess.products.appendingPathComponent("rubatoctl").path,
        ] + verb + ["--socket", daemon.process.socket]
      process.standardError = errors
      try process.run()
      let text = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 1)
      #expect(text.contains("only root and members of the group rubato may"), "\(text)")
      #expect(text.hasSuffix("; use sudo\n"), "\(text)")
    }
    let device = try daemon.call(GetDevice())
    #expect(!device.frozen && device.setByHand.isEmpty)
  }

  @Test func aDeviceThatIsNotReadCannotBeFrozen() throws {
    let daemon = try DaemonProcess(directory)
    for verb in ["freeze", "thaw"] {
      let result = try Rubatoctl.run(["device", verb], by: daemon)
      #expect(result.code == 1)
      #expect(result.errors.contains("does not detect the device"), "\(result.errors)")
    }
    let set = try Rubatoctl.run(["device", "set", "power=battery"], by: daemon)
    #expect(set.output == "The device is now: unplugged.\n")
    let device = try Rubatoctl.run(["device"], by: daemon).output
    #expect(device.contains("The device is simulated."))
  }

  @Test func workForAPathThatNobodyKnowsRunsAndHoldsUpNobody() throws {
    let daemon = try ReadingDaemon(directory, sources: "file-systems")
    for (id, paths) in [("task", ["path=/mnt/backup"]), ("other", [])] {
      let submit = Submit(
        id: id, kind: "userInitiated", command: .test(["/bin/true"]), requires: paths)
      let client = try daemon.process.connect()
      let run = try client.tell(submit).request.run
      if run == nil { _ = try? client.tell(Wait(id: id)) }
      #expect(try daemon.call(Runs(id: id)).runs.count == 1)
    }
  }

  @Test func aFrozenDeviceStillLooksForADriveThatNobodyAskedFor() throws {
    let daemon = try ReadingDaemon(directory, sources: "mounts")
    _ = try daemon.call(FreezeDevice())
    let submit = Submit(
      id: "task", kind: "userInitiated", command: .test(["/bin/true"]),
      requires: ["path=\(directory.path)/drive"])
    let client = try daemon.process.connect()
    _ = try client.tell(submit)
    try client.send(Wait.fullName, Wait(id: "task"))
    try awaitLook(at: "path:\(directory.path)/drive", by: daemon)
    try directory.write("anything", to: "drive/file")
    _ = try daemon.call(ThawDevice())
    let end = try #require(try client.receive(as: Wait.Reply.self).run)
    #expect(end.outcome == "completed")
    #expect(try daemon.call(Runs(id: "task")).runs.count == 1)
    let log = daemon.log()
    let thaw = try #require(log.range(of: "follow detected values again"))
    let start = try #require(log.range(of: "Started task"))
    #expect(thaw.lowerBound < start.lowerBound, "\(log)")
  }

  /// Waits for the end of the poll that a submission requested; later changes are not part of it. No event reports its
  /// end. Each call is answered after the events queued before it.
  private func awaitLook(at key: String, by daemon: ReadingDaemon) throws {
    for _ in 0..<100_000 {
      let field = try daemon.call(GetDevice()).fields.first { $0.key == key }
      if let field, field.value != "unknown" { return }
    }
    Issue.record("\(key) was not polled")
  }

  @Test func workWaitsForADriveAndRunsOnceItIsThere() throws {
    let daemon = try ReadingDaemon(directory, sources: "mounts")
    let drive = "\(directory.path)/drive"
    let submit = Submit(
      id: "task", kind: "userInitiated", command: .test(["/bin/true"]),
      requires: ["path=\(drive)"])
    let client = try daemon.process.connect()
    let run = try client.tell(submit).request.run
    try client.send(Wait.fullName, Wait(id: "task"))
    #expect(run == nil)
    // An empty directory is a place where a drive could be mounted.
    try directory.write("anything", to: "drive/file")
    let end = try #require(try client.receive(as: Wait.Reply.self).run)
    #expect(end.outcome == "completed")
  }
}
