import Control
import Testing

@testable import Terminal

struct DeviceTableTests {
  private func table(_ device: GetDevice.Reply) -> [String] {
    DeviceTable.lines(device, on: .sample())
  }

  @Test func saysWhoSaysSoAndWhatWaitsToBecomeSteady() {
    let power = DeviceFieldInfo(
      key: "power", value: "ac", since: "2026-03-02T12:00:00Z", settles: "2026-03-02T12:01:00Z",
      becomes: "ac", origin: "upower", read: "2026-03-02T12:00:00Z")
    let load = DeviceFieldInfo(key: "load", value: "unknown", origin: "unknown")
    let path = DeviceFieldInfo(
      key: "path:/mnt/backup", value: "yes", origin: "set by hand", machine: "no")
    let lines = table(
      GetDevice.Reply(
        origin: "machine", fields: [power, load, path], frozen: false,
        setByHand: ["path:/mnt/backup"]))
    #expect(lines[0] == "FIELD             VALUE    SINCE        SOURCE       NOTES")
    #expect(
      lines[1]
        == "power             ac       13:00 (now)  upower       takes effect as ac at 13:01:00 if unchanged"
    )
    #expect(lines[2] == "load              unknown")
    #expect(
      lines[3] == "path:/mnt/backup  yes                   set by hand  detected: no")
    #expect(lines.last == "SET BY HAND until `rubatoctl device thaw`: path:/mnt/backup.")
  }

  @Test func saysLoudlyThatItIsFrozen() {
    let frozen = GetDevice.Reply(
      origin: "machine", fields: [], frozen: true, thaws: "2026-03-02T13:00:00Z",
      setByHand: [])
    #expect(
      table(frozen).last
        == "FROZEN until `rubatoctl device thaw`, or 14:00 (in 60 min): detected changes are ignored."
    )
  }

  @Test(arguments: [
    ("simulated", "The device is simulated."),
    ("hand", "Detection is off: values are set with `rubatoctl device set`."),
    ("machine", "Values are detected from the machine."),
  ])
  func saysWhereItComesFrom(origin: String, text: String) {
    #expect(
      table(GetDevice.Reply(origin: origin, fields: [], frozen: false, setByHand: [])).last
        == text)
  }

  @Test func answersASettingWithHowLongItHolds() {
    #expect(
      DeviceAnswers.sentence(afterSetting: ["power": "battery"], untilThaw: false, on: .sample())
        == "The device is now: unplugged.")
    #expect(
      DeviceAnswers.sentence(
        afterSetting: ["path:/mnt/a": "yes", "idle": "no"], untilThaw: true, on: .sample())
        == "The device is now: in use, /mnt/a present. Overriding the detected idle and path:/mnt/a"
        + " until `rubatoctl device thaw` or the next boot.")
  }

  @Test func aFrozenRunIsNotCalledRunning() {
    var request = RequestInfo.sample(state: "running", run: 7)
    request.runState = "frozen"
    #expect(
      RequestTable.lines([request], running: 1, owner: nil, on: .sample())[1].contains(
        "  frozen (7)  "))
    let card = RequestCard.lines(request, owner: { _ in "ada" }, on: .sample())
    #expect(card.contains { $0.hasSuffix("state  frozen (run 7)") })
    var explanation = ExplanationInfo.sample(state: "running")
    explanation.runState = "frozen"
    #expect(
      ExplanationText(explanation, on: .sample()).lines.first?.hasPrefix("backup is frozen: ")
        == true)
    #expect(
      ExplanationTable.lines([explanation], owner: nil, on: .sample())[1].hasSuffix("frozen"))
  }

  @Test func showSaysWhatElseIsNeeded() {
    var request = RequestInfo.sample()
    request.requires = ["power", "path=/mnt/backup"]
    request.condition = "ping -c1 nas"
    request.preventsSleep = true
    let card = RequestCard.lines(request, owner: { _ in "ada" }, on: .sample())
    #expect(card.contains { $0.hasSuffix("requires  power, path=/mnt/backup") })
    #expect(card.contains { $0.hasSuffix("condition  ping -c1 nas") })
    #expect(card.contains { $0.contains("sleep  prevented") })
  }

  @Test func statusSaysTimesAsPeopleDo() {
    let status = Status.Reply(
      version: "1", now: "2026-03-02T12:00:00Z", simulated: false, stateDirectory: "/x",
      history: RetentionInfo(
        seconds: 7_776_000, runs: 1000, directOutputBytes: 256 << 20, usesJournal: false),
      waiting: 0, running: 0, overdue: [], failed: [], failing: [], retrying: [], quarantined: [],
      pauses: [
        PauseInfo(
          owner: nil, app: nil, kinds: ["maintenance"], ids: [], by: 0, byName: "root",
          since: "2026-03-02T11:00:00Z", until: "2026-03-02T13:00:00Z", untilRestart: false,
          runs: "freeze")
      ],
      warnings: [
        "THE DEVICE IS FROZEN until 2026-03-02T13:00:00Z, detected changes are ignored"
      ], invalidFiles: [])
    let lines = StatusText.lines(
      status, instance: "system", userName: { "uid \($0)" }, on: .sample())
    #expect(
      lines.contains {
        $0.hasSuffix(
          "paused  all requests of kind maintenance, by root since 12:00, until 14:00; runs are frozen"
        )
      }, "\(lines)")
    #expect(lines.last?.contains("THE DEVICE IS FROZEN until 14:00 (in 60 min), ") == true)
    let stopped = StatusText.lines(
      status, instance: "system", isStopped: true, userName: { "uid \($0)" }, on: .sample())
    #expect(stopped.count == lines.count + 1)
    #expect(stopped.contains { $0.contains("the clock is stopped; `rubatoctl clock advance 1m`") })
    #expect(
      lines.contains { $0.hasSuffix("90 d, at most 1000 runs a request; 256M of output a user") })
  }
}
