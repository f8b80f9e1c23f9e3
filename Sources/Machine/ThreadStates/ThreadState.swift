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
    let fields = stat[end...].dropFirst().split(separator: UInt8(ascii: " "), maxSplits: 13)
    func number(_ index: Int) -> Int64? { Int64(String(decoding: fields[index], as: UTF8.self)) }
    guard fields.count > 12, let user = number(11), let system = number(12) else { return nil }
    self.name = name
    isBusy = fields[0].elementsEqual("R".utf8) || fields[0].elementsEqual("D".utf8)
    spent = .milliseconds((user + system) * 1000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
  }
}
