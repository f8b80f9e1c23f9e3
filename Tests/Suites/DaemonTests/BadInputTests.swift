import Control
import Foundation
import Testing
import Varlink

/// Invalid calls to a daemon: each is answered with its error, and the next call is served.
struct BadInputTests {
  /// Makes a call that must be answered with an error of the interface.
  private func refusal(
    of method: some ControlMethod, by daemon: DaemonProcess, as error: ControlError = .refused
  ) throws -> ControlError.Parameters {
    do {
      _ = try daemon.call(method)
    } catch ClientError.remote(let remote) {
      #expect(remote.name == error.fullName)
      return try remote.parameters.decode(as: ControlError.Parameters.self)
    }
    throw Unrefused()
  }

  private struct Unrefused: Error {}

  private func submission(_ change: (inout Submit) -> Void) -> Submit {
    var submit = Submit(id: "task", command: .test(["/bin/true"]))
    change(&submit)
    return submit
  }

  @Test func namesTheFieldTheValueAndWhatIsAllowed() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let cases: [(field: String, value: String, submit: Submit)] = [
      ("kind", "urgent", submission { $0.kind = "urgent" }),
      ("id", "a b", submission { $0.id = "a b" }),
      ("id", "../etc", submission { $0.id = "../etc" }),
      ("id", "", submission { $0.id = "" }),
      ("latest", "yesterday", submission { $0.latest = "yesterday" }),
      ("latest", "2001-01-01T00:00:00.000Z", submission { $0.latest = "2001-01-01T00:00:00Z" }),
      ("earliest", "2001-01-01T00:00:00.000Z", submission { $0.earliest = "2001-01-01T00:00:00Z" }),
      ("earliest", "9000d", submission { $0.earliest = "9000d" }),
      ("every", "-5s", submission { $0.every = -5 }),
      ("every", "1e+300", submission { $0.every = 1e300 }),
      ("budget", "0s", submission { $0.budget = 0 }),
      ("budget", "11d13h46m40s", submission { $0.budget = 1e6 }),
      ("grace", "-1s", submission { $0.grace = -1 }),
      ("retries", "-1", submission { $0.retries = -1 }),
      ("requires", "coffee", submission { $0.requires = ["coffee"] }),
      ("prefers", "coffee", submission { $0.prefers = ["coffee"] }),
      ("atLatest", "panic", submission { $0.atLatest = "panic" }),
      ("command.signal", "KILL", submission { $0.command?.signal = "KILL" }),
      ("command.umask", "512", submission { $0.command?.umask = 512 }),
      ("command.directory", "here", submission { $0.command?.directory = "here" }),
      ("command.arguments", "true", submission { $0.command?.arguments = ["true"] }),
      // Without `changes`, the command would run as the caller, and replace a newer request.
      ("owner", "4242", submission { $0.owner = 4242 }),
      ("revision", "3", submission { $0.revision = 3 }),
    ]
    for (field, value, submit) in cases {
      let refusal = try refusal(of: submit, by: daemon)
      #expect(refusal.field == field)
      #expect(refusal.value?.hasPrefix(value) == true, "\(field): \(refusal.value ?? "")")
      #expect(refusal.message.count > 20)
    }
    let endless = try refusal(of: submission { $0.every = 1e10 }, by: daemon)
    #expect(endless.message.hasSuffix("use less than 126 years"), "\(endless.message)")
    #expect(try daemon.call(List()).requests.isEmpty)
  }

  @Test func refusesALatestDateThatIsNotAfterTheEarliest() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = submission {
      $0.earliest = "2h"
      $0.latest = "1h"
    }
    #expect(try refusal(of: submit, by: daemon).field == "latest")
  }

  @Test func refusesWhatTheDescriptionDoesNotHave() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let client = try daemon.connect()
    #expect(throws: ClientError.self) {
      try client.call("io.rubato.Scheduler.Frobnicate", as: NoParameters.self)
    }
    #expect(throws: ClientError.self) {
      try client.call(
        "io.rubato.Scheduler.Cancel", ["id": "task", "colour": "blue"], as: NoParameters.self)
    }
    #expect(try client.tell(Status()).waiting == 0)
  }

  @Test func saysWhichRequestOrRunThereIsNot() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    for error in [
      try refusal(of: Cancel(id: "nothing"), by: daemon, as: .notFound),
      try refusal(of: Explain(id: "nothing"), by: daemon, as: .notFound),
      try refusal(of: Runs(id: "nothing"), by: daemon, as: .notFound),
      try refusal(of: RunNow(id: "nothing"), by: daemon, as: .notFound),
      try refusal(of: Stop(id: "nothing"), by: daemon, as: .notFound),
      try refusal(of: Wait(id: "nothing"), by: daemon, as: .notFound),
      try refusal(of: ReportApp(id: "nothing", event: "opened"), by: daemon, as: .notFound),
    ] {
      #expect(error.value == "nothing")
      #expect(error.message.contains("rubatoctl"))
    }
  }

  @Test func refusesDeviceValuesThatThereAreNot() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    #expect(try refusal(of: SetDevice(values: ["battery": "120"]), by: daemon).field == "battery")
    #expect(try refusal(of: SetDevice(values: ["mood": "good"]), by: daemon).value == "mood")
    // A call takes effect completely or not at all.
    _ = try refusal(of: SetDevice(values: ["battery": "50", "power": "sun"]), by: daemon)
    let battery = try daemon.call(GetDevice()).fields.first { $0.key == "battery" }
    #expect(battery?.value == "unknown")
  }

  @Test func recordsACommandThatCannotBeExecuted() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let submit = submission {
      $0.kind = "userInitiated"
      $0.command?.arguments = ["/nowhere/at/all"]
      $0.retries = 0
      $0.requires = ["power"]
    }
    _ = try daemon.call(SetDevice(values: ["power": "battery"]))
    _ = try daemon.call(submit)
    let client = try daemon.connect()
    try client.send(Wait.fullName, Wait(id: "task"))
    // The call on the second connection is handled after the first one.
    _ = try daemon.call(Status())
    _ = try daemon.call(RunNow(id: "task", mode: "force"))
    let reply: Wait.Reply = try client.receive()
    #expect(reply.run?.outcome == "launchFailed")
    #expect(reply.run?.message?.contains("/nowhere/at/all") == true)
  }

  @Test func takesSoManyRequestsOfOneUserAndNoMore() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    _ = try daemon.call(SetDevice(values: ["power": "battery"]))
    let client = try daemon.connect()
    for number in 0..<1000 {
      try client.send(Submit.fullName, submission { $0.id = "task-\(number)" })
      let _: Submit.Reply = try client.receive()
    }
    let refusal = try refusal(of: submission { $0.id = "more" }, by: daemon, as: .limitReached)
    #expect(refusal.message.contains("1000"))
    // An existing request may still be replaced, and a cancelled one makes room.
    #expect(try daemon.call(submission { $0.id = "task-7" }).replaced)
    _ = try daemon.call(Cancel(id: "task-8"))
    #expect(try !daemon.call(submission { $0.id = "more" }).replaced)
  }

  @Test func servesOthersWhileAClientSaysNothingOrHalf() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let silent = try RawConnection(daemon.socket)
    let half = try RawConnection(daemon.socket)
    half.send(Array(#"{"method":"io.rubato.Scheduler.Sta"#.utf8))
    #expect(try daemon.call(Status()).waiting == 0)
    let loud = try RawConnection(daemon.socket)
    loud.send([UInt8](repeating: 0x41, count: 2 << 20))
    #expect(loud.isClosedByServer())
    half.send(Array(#"tus"}"#.utf8) + [0])
    #expect(half.receivesReply())
    silent.close()
  }

  @Test func whoHasTooManyConnectionsIsToldSo() throws {
    let daemon = try DaemonProcess(try TemporaryDirectory())
    let open = try (0..<128).map { _ in try RawConnection(daemon.socket) }
    let list = try Rubatoctl.run(["list"], by: daemon)
    #expect(list.code != 0)
    #expect(list.errors.contains("the maximum number of connections of a user; nothing was done"))
    for connection in open { connection.close() }
  }
}
