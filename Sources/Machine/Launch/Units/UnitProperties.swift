import Bus
import Scheduling

/// A run in the terms of systemd: the properties of its transient unit (systemd.service(5), systemd.exec(5),
/// systemd.resource-control(5)).
struct UnitProperties {
  var order: LaunchOrder
  /// The user to switch to; `nil` if the service manager already is that user.
  var uid: UInt32?
  var slice: String
  /// The `SyslogIdentifier=`; empty for that of systemd.
  var identifier: String
  var environmentPath: String
  /// Variables of the service manager that the command must not receive.
  var unsetVariables: [String]
  /// A unit that must be stopped after this one when the machine is shut down; `nil` if there is none.
  var daemonUnit: String?

  /// The list for StartTransientUnit.
  var encoded: BusValue {
    .array(
      of: "(sv)",
      all.map { name, value in .structure([.string(name), .variant(value)]) })
  }

  /// All properties, by their names in systemd.
  var all: [(String, BusValue)] {
    lifetime + commandLine + environment + outputAndLog + accounting + limits
  }

  /// The properties of the start and the end.
  private var lifetime: [(String, BusValue)] {
    var lifetime: [(String, BusValue)] = [
      ("Description", .string("Rubato: \(order.identifier) (\(order.id.words))")),
      // Otherwise the unit could be removed before its state is read.
      ("AddRef", .bool(true)),
      // The unit counts as started when the program runs, so that a failed execution is reported as such.
      ("Type", .string("exec")),
      // A unit that ends without a daemon remains with its result until it is read.
      ("RemainAfterExit", .bool(true)),
      // For systemd, any end of the command is a success. The remaining processes therefore get the same quarter of
      // a second after every end, and the unit is not restarted or reported as failed. Only systemd's own failures
      // count as failed.
      ("SuccessExitStatus", Self.everyStatus),
      ("KillMode", .string("control-group")),
      ("KillSignal", .int32(order.signal)),
      ("TimeoutStopUSec", .uint64(Self.microseconds(max(order.graceSeconds, 0.1)))),
      // If the kernel kills one process because of its memory, the whole run is killed and this is reported.
      ("OOMPolicy", .string("kill")),
    ]
    if let longest = order.longestSeconds {
      lifetime.append(("RuntimeMaxUSec", .uint64(Self.microseconds(max(longest, 1)))))
    }
    if let daemonUnit { lifetime.append(("After", .strings([daemonUnit]))) }
    return lifetime
  }

  /// The property with the program and its arguments.
  private var commandLine: [(String, BusValue)] {
    let path = order.arguments.first ?? ""
    // A "$" is the command's own (systemd.service(5), "Command Lines"). ExecStartEx with "no-env-expand" has the
    // same effect, but systemd 252 writes it into the unit's file by that name, and cannot read that at its next
    // reload. Scalars, since a "$" after a prepended mark (U+0600) is not equal to one as a `Character`.
    let arguments = order.arguments.map { argument in
      argument.unicodeScalars.reduce(into: "") { escaped, scalar in
        escaped.unicodeScalars.append(scalar)
        if scalar == "$" { escaped.unicodeScalars.append(scalar) }
      }
    }
    let execution: BusValue = .structure([.string(path), .strings(arguments), .bool(false)])
    return [("ExecStart", .array(of: "(sasb)", [execution]))]
  }

  /// The properties of the environment, the directory, the user and the slice.
  private var environment: [(String, BusValue)] {
    var list: [(String, BusValue)] = [
      ("WorkingDirectory", .string(order.directory)),
      (
        "EnvironmentFiles",
        .array(of: "(sb)", [.structure([.string(environmentPath), .bool(false)])])
      ),
      ("UnsetEnvironment", .strings(unsetVariables)),
      // Signals have their defaults, as for any command of a login.
      ("IgnoreSIGPIPE", .bool(false)),
      ("Slice", .string(slice)),
    ]
    if let uid { list.append(("User", .string(String(uid)))) }
    if let umask = order.umask { list.append(("UMask", .uint32(UInt32(umask)))) }
    return list
  }

  /// The properties of the output, by which it is found in the journal.
  private var outputAndLog: [(String, BusValue)] {
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
    if !identifier.isEmpty { list.append(("SyslogIdentifier", .string(identifier))) }
    return list
  }

  private var accounting: [(String, BusValue)] {
    ["CPUAccounting", "MemoryAccounting", "IOAccounting", "TasksAccounting"].map {
      ($0, .bool(true))
    }
  }

  /// The limits of the order, as far as it has them.
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

  /// All exit statuses except those with which systemd reports that it could not execute the command
  /// (systemd.exec(5), "Process Exit Codes").
  ///
  /// The second list has all signals.
  private static let everyStatus: BusValue = .structure([
    .array(of: "i", (1...255).filter { !failures.contains($0) }.map { .int32($0) }),
    .array(of: "i", (1...64).map { .int32($0) }),
  ])

  /// Exit statuses of systemd's failures between the fork and the execution.
  static let failures: ClosedRange<Int32> = 200...243

  /// Converts seconds to microseconds; the greatest number stands for no limit.
  private static func microseconds(_ seconds: Double) -> UInt64 {
    // More than about a thousand years counts as no limit.
    seconds < 3e10 ? UInt64(bounded: seconds * 1e6) : .max
  }
}
