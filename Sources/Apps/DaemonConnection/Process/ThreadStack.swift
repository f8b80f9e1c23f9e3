import CLinux
import Foundation

/// The functions on the stack of a thread of this process.
enum ThreadStack {
  /// The daemon's limits for their number and for the length of a name.
  private static let (limit, longestName) = (24, 512)
  /// The most bytes of a name to keep. If the cut splits a character, U+FFFD replaces it, which takes three bytes.
  private static let keptBytes = longestName - 3

  /// Returns the functions on the stack of a waiting thread, the innermost first; empty for a running thread.
  static func functions(of thread: Int32) -> [String] {
    var addresses = [UInt](repeating: 0, count: limit)
    let count = Int(rubato_thread_stack(thread, &addresses, Int32(limit)))
    return addresses.prefix(count).compactMap { address in
      guard let text = rubato_function(address) else { return nil }
      defer { free(text) }
      return String(decoding: String(cString: text).utf8.prefix(keptBytes), as: UTF8.self)
    }
  }
}
