import CLinux
import Glibc

/// Threads for work that can block longer than an event loop may.
package enum Thread {
  /// Starts a thread, which ends with `body`.
  ///
  /// - Parameter name: The name of the thread, at most 15 bytes.
  /// - Returns: `nil` if no thread can be started, for example because of the limit of the service.
  @discardableResult
  package static func begin(
    _ name: String, _ body: @escaping @Sendable () -> Void
  ) -> pthread_t? {
    let start = Unmanaged.passRetained(Start(name, body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { start in
        if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run() }
        return nil
      }, start.toOpaque())
    guard failure == 0 else {
      start.release()
      errno = failure
      return nil
    }
    pthread_detach(thread)
    return thread
  }

  private final class Start {
    private let name: String
    private let body: () -> Void

    init(_ name: String, _ body: @escaping () -> Void) { (self.name, self.body) = (name, body) }

    /// Names the present thread, blocks its signals, and calls the body.
    func run() {
      rubato_name_thread(name)
      blockSignals()
      body()
    }
  }
}
