import CLinux
import Scheduling

/// An order in the form that the supervisor reads.
struct SupervisePlan {
  var order: LaunchOrder
  var hasCgroup: Bool
  var outputLimitBytes: Int64
  /// The output of earlier steps of the run.
  var outputTail = OutputStore.Tail()
  /// The user to switch to; `nil` if the supervisor already is that user.
  var uid: UInt32?
  var stopReasonPath: String

  /// Returns the bytes that the supervisor reads: a header, then the directory, the arguments and the environment, each
  /// string with a NUL at its end.
  func encoded() -> [UInt8] {
    let environment = environmentStrings()
    var header = rubato_plan()
    header.version = UInt32(RUBATO_SUPERVISE_VERSION)
    header.flags = UInt32(flags)
    withUnsafeMutableBytes(of: &header.output_name) { name in
      // The last byte stays 0.
      name.dropLast().copyBytes(from: order.id.name.utf8)
    }
    header.output_limit_bytes = outputLimitBytes
    header.output_start = outputTail.end
    // -1 stands for no file.
    header.output_segment = outputTail.newestFile ?? -1
    header.output_previous = outputTail.olderFile ?? -1
    header.grace_ms = Int64(bounded: order.graceSeconds * 1000)
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
    order.environment(stopReasonPath: stopReasonPath).map { "\($0.key)=\($0.value)" }.sorted()
  }
}
