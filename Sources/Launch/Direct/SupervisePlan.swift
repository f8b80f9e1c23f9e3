import CLinux

/// An order in the form that the supervisor reads.
struct SupervisePlan {
  var order: LaunchOrder
  var hasCgroup: Bool
  var outputLimitBytes: Int64
  /// The user to become; nil where the supervisor already is that user.
  var uid: UInt32?
  var stopReasonPath: String

  /// The bytes of the memory file: a header, then strings.
  func encoded() -> [UInt8] {
    let environment = environmentStrings()
    var header = rubato_plan()
    header.version = UInt32(RUBATO_SUPERVISE_VERSION)
    header.flags = UInt32(flags)
    header.run = order.run
    header.output_limit_bytes = outputLimitBytes
    header.grace_ms = Int64(order.graceSeconds * 1000)
    header.uid = uid ?? 0
    header.umask = UInt32(order.umask ?? 0)
    header.argument_count = UInt32(order.arguments.count)
    header.environment_count = UInt32(environment.count)
    var bytes = withUnsafeBytes(of: header) { [UInt8]($0) }
    for string in [order.directory] + order.arguments + environment {
      bytes += string.utf8
      bytes.append(0)
    }
    return bytes
  }

  private var flags: Int {
    (uid == nil ? 0 : RUBATO_PLAN_HAS_UID)
      | (order.umask == nil ? 0 : RUBATO_PLAN_HAS_UMASK)
      | (hasCgroup ? RUBATO_PLAN_HAS_CGROUP : 0)
  }

  private func environmentStrings() -> [String] {
    var environment = order.environment
    environment["RUBATO_RUN"] = String(order.run)
    environment["RUBATO_BUDGET_SECONDS"] = order.budgetSeconds.map(secondsText)
    environment["RUBATO_STOP_REASON_FILE"] = stopReasonPath
    return environment.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// Whole seconds without a fraction, so that a shell can calculate with them.
  private func secondsText(_ seconds: Double) -> String {
    Int64(exactly: seconds).map { String($0) } ?? String(seconds)
  }
}
