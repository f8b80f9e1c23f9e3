import Foundation

/// The state of a thread at one moment.
package struct ThreadState {
  /// The number of the thread, as text.
  package let name: String
  /// Whether the thread runs, or waits for a processor or a disk.
  package let isBusy: Bool
  /// The processor time of the thread.
  package let spent: Duration

  /// Reads the state and the processor time of a thread; `nil` if `stat` is incomplete.
  ///
  /// - Parameter stat: See proc_pid_stat(5): the third field follows a name in brackets, which may contain
  ///   brackets.
  init?(_ name: String, stat: String) {
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Int64(fields[11]), let system = Int64(fields[12]) else {
      return nil
    }
    self.name = name
    isBusy = ["R", "D"].contains(fields[0])
    spent = .milliseconds((user + system) * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
  }
}
