import Bus
import Scheduling

/// What a run is made of, in the terms of systemd: the properties of its transient unit
/// (systemd.service(5), systemd.exec(5), systemd.resource-control(5)).
struct UnitProperties {
  var order: LaunchOrder
  /// The user to become; nil where the service manager already is that user.
  var uid: UInt32?
  var slice: String
  var environmentPath: String
  /// Variables of the service manager that the command shall not see.
  var unsetVariables: [String]
  /// A unit that shall be stopped after this one when the machine is shut down.
  var daemonUnit: String?

  /// The list for StartTransientUnit.
  var encoded: BusValue {
    .array(
      of: "(sv)",
      all.map { .structure([.string($0.0), .variant($0.1)]) })
  }

  var all: [(String, BusValue)] {
    life + command + surroundings + output + accounts + limits
  }

  private var life: [(String, BusValue)] {
    var life: [(String, BusValue)] = [
      ("Description", .string("Rubato: \(order.identifier) (\(order.id.words))")),
      // Or else it could be gone before anybody has looked.
      ("AddRef", .bool(true)),
      // "Started" is when the program runs, so that what cannot be executed is told as such.
      ("Type", .string("exec")),
      // What ends while no daemon looks stays there with its result until it is fetched.
      ("RemainAfterExit", .bool(true)),
      // Any end of the command is an end in order for systemd: so what a command leaves behind gets
      // the same quarter of a second after every end, the unit is not restarted or reported as
      // failed, and only what systemd itself could not do counts as failed.
      ("SuccessExitStatus", Self.everyStatus),
      ("KillMode", .string("control-group")),
      ("TimeoutStopUSec", .uint64(Self.microseconds(max(order.graceSeconds, 0.1)))),
      // One process that the kernel kills for its memory takes the run with it, and is told.
      ("OOMPolicy", .string("kill")),
    ]
    if let longest = order.longestSeconds {
      life.append(("RuntimeMaxUSec", .uint64(Self.microseconds(max(longest, 1)))))
    }
    if let daemonUnit { life.append(("After", .strings([daemonUnit]))) }
    return life
  }

  private var command: [(String, BusValue)] {
    let path = order.arguments.first ?? ""
    // A "$" is the command's own (systemd.service(5), "Command Lines"). ExecStartEx with "no-env-expand" would say so too, but
    // systemd 252 writes it into the unit's file by that name, and cannot read that at its next reload.
    let arguments = order.arguments.map {
      $0.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
    }
    let execution: BusValue = .structure([.string(path), .strings(arguments), .bool(false)])
    return [("ExecStart", .array(of: "(sasb)", [execution]))]
  }

  private var surroundings: [(String, BusValue)] {
    var list: [(String, BusValue)] = [
      ("WorkingDirectory", .string(order.directory)),
      (
        "EnvironmentFiles",
        .array(of: "(sb)", [.structure([.string(environmentPath), .bool(false)])])
      ),
      ("UnsetEnvironment", .strings(unsetVariables)),
      // Signals are at their defaults, as for any command of a login.
      ("IgnoreSIGPIPE", .bool(false)),
      ("Slice", .string(slice)),
    ]
    if let uid { list.append(("User", .string(String(uid)))) }
    if let umask = order.umask { list.append(("UMask", .uint32(UInt32(umask)))) }
    return list
  }

  private var output: [(String, BusValue)] {
    var list: [(String, BusValue)] = [
      ("StandardOutput", .string("journal")),
      ("StandardError", .string("journal")),
      // "<3>" at the start of a line is the command's own.
      ("SyslogLevelPrefix", .bool(false)),
      (
        "LogExtraFields",
        .array(
          of: "ay",
          [order.id.journalField, "RUBATO_REQUEST=\(order.identifier)"].map {
            .array(of: "y", $0.utf8.map { .byte($0) })
          })
      ),
    ]
    if !order.identifier.isEmpty { list.append(("SyslogIdentifier", .string(order.identifier))) }
    return list
  }

  private var accounts: [(String, BusValue)] {
    ["CPUAccounting", "MemoryAccounting", "IOAccounting", "TasksAccounting"].map {
      ($0, .bool(true))
    }
  }

  private var limits: [(String, BusValue)] {
    var list = [(String, BusValue)]()
    let add = { (name: String, value: Int64?) in
      if let value, value >= 0 { list.append((name, .uint64(UInt64(value)))) }
    }
    add("MemoryMax", order.limits.memoryBytes)
    add("TasksMax", order.limits.tasks.map { Int64($0) })
    // Microseconds of processor time in a second.
    add("CPUQuotaPerSecUSec", order.limits.cpuPercent.map { Int64($0) * 10_000 })
    add("CPUWeight", order.limits.cpuWeight.map { Int64($0) })
    add("IOWeight", order.limits.ioWeight.map { Int64($0) })
    return list
  }

  /// All but those by which systemd says that it could not execute the command (systemd.exec(5),
  /// "Process Exit Codes").
  private static let everyStatus: BusValue = .structure([
    .array(of: "i", (1...255).filter { !failures.contains($0) }.map { .int32($0) }),
    .array(of: "i", (1...64).map { .int32($0) }),
  ])

  /// Exit statuses of what systemd does between the fork and the execution.
  static let failures: ClosedRange<Int32> = 200...243

  private static func microseconds(_ seconds: Double) -> UInt64 {
    // Beyond a thousand years it is for ever.
    seconds < 3e10 ? UInt64(bounded: seconds * 1e6) : .max
  }
}
