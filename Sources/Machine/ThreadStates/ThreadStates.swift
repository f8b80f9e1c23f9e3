import CQueues
import Foundation

/// The states of the threads of this process, from /proc/self/task (proc(5)).
package enum ThreadStates {
  private static let directory = "/proc/self/task"

  /// Whether the states can be read.
  package static var areKnown: Bool { true }

  /// The program of this process; `nil` if it is unknown.
  package static var program: String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }

  /// Whether a thread of this number exists.
  package static func exists(_ thread: Int32) -> Bool {
    access("\(directory)/\(thread)", F_OK) == 0
  }

  /// Returns a text that changes when the thread is active: two equal texts mean that it has waited meanwhile. `nil`
  /// while it runs, or sleeps for a limited time.
  ///
  /// - Parameter isPooled: Whether the thread may belong to a pool, whose threads rest for a while and then end.
  package static func wait(of thread: Int32, isPooled: Bool) -> String? {
    let directory = "\(directory)/\(thread)"
    guard let call = read("\(directory)/syscall"), let status = read("\(directory)/status") else {
      return nil
    }
    // The number of the call and six arguments, in hexadecimal; else "running", or -1 if it is in no call.
    let words = call.split(separator: " ")
    guard words.count > 7, let number = Int(words[0]), number >= 0 else { return nil }
    // The fourth argument of futex(2) is the address of the timeout, 0 for none, after the prefix 0x. A thread of a
    // pool rests with a timeout, which is no sleep.
    let timeoutAddress = isPooled ? 0 : UInt64(words[4].dropFirst(2), radix: 16) ?? 0
    guard !rubato_is_sleep(number, timeoutAddress) else { return nil }
    // Their number rises whenever the thread runs.
    let contextSwitches = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
    return call + contextSwitches.joined()
  }

  /// The threads of this process except the current one. A bench reads them each time the user leaves the app, so
  /// without the conversions of Foundation.
  package static var others: [ThreadState] {
    let own = "\(rubato_own_thread())"
    return names.filter { $0 != own }.compactMap { name in
      line(of: "\(directory)/\(name)/stat").flatMap { ThreadState(name, stat: $0) }
    }
  }

  /// The numbers of the threads of this process.
  private static var names: [String] {
    guard let tasks = opendir(directory) else { return [] }
    defer { closedir(tasks) }
    var names: [String] = []
    while let entry = readdir(tasks) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// Reads a file of one line; `nil` if it is empty or cannot be read, for example because the thread has ended.
  private static func line(of path: String) -> ArraySlice<UInt8>? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var line = [UInt8](repeating: 0, count: 1024)
    let count = Foundation.read(file, &line, line.count)
    return count > 0 ? line[..<count] : nil
  }

  /// The times for which the threads of this process were ready and had no processor, by thread (sched-stats.rst of
  /// Linux); a thread whose time is unknown is missing.
  package static var runDelays: [String: Duration] {
    var delays: [String: Duration] = [:]
    for name in names {
      // The processor time, the delay and the number of intervals.
      let fields = read("\(directory)/\(name)/schedstat")?.split(separator: " ") ?? []
      if fields.count > 1, let delay = Int64(fields[1]) { delays[name] = .nanoseconds(delay) }
    }
    return delays
  }

  /// The start of the parent of this process, in clock ticks since the start of the machine; `nil` if it is unknown.
  package static var startOfParent: String? {
    // The start is field 22. The second field, in brackets, may contain spaces: fields are counted from the third on.
    let fields = read("/proc/\(getppid())/stat")?.split(separator: ")").last?.split(separator: " ")
    guard let fields, fields.count > 19 else { return nil }
    return String(fields[19])
  }

  private static func read(_ file: String) -> String? {
    try? String(contentsOfFile: file, encoding: .utf8)
  }
}
