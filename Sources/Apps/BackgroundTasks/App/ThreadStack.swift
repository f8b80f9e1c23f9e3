import CLinux
import Foundation

/// The functions that a thread of this process is in.
enum ThreadStack {
  /// As many as the daemon takes, and as long names.
  private static let (limit, longestName) = (24, 512)

  /// The functions that a waiting thread is in, the innermost first; empty for one that runs.
  static func functions(of thread: Int32) -> [String] {
    var addresses = [UInt](repeating: 0, count: limit)
    let count = Int(rubato_thread_stack(thread, &addresses, Int32(limit)))
    return addresses.prefix(count).compactMap { address in
      guard let text = rubato_function(address) else { return nil }
      defer { free(text) }
      return String(decoding: String(cString: text).utf8.prefix(longestName - 3), as: UTF8.self)
    }
  }
}
