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
  init?(_ name: String, stat: some BidirectionalCollection<UInt8>) {
    guard let end = stat.lastIndex(where: { $0 == UInt8(ascii: ")") }) else { return nil }
    // The first of these is the third field, so field n has the index n - 3.
    let fields = stat[end...].dropFirst().split(separator: UInt8(ascii: " "), maxSplits: 13)
    func number(_ index: Int) -> Int64? { Int64(String(decoding: fields[index], as: UTF8.self)) }
    // Fields 14 and 15: the time in the program and in the kernel, in ticks.
    guard fields.count > 12, let userTicks = number(11), let systemTicks = number(12) else {
      return nil
    }
    self.name = name
    isBusy = fields[0].elementsEqual("R".utf8) || fields[0].elementsEqual("D".utf8)
    let ticksPerSecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
    spent = .milliseconds((userTicks + systemTicks) * 1000 / ticksPerSecond)
  }
}
