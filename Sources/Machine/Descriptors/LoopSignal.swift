import CSystemd
import Glibc

/// Calls back for each arrival of a signal that is blocked in all threads (signalfd(2)).
package final class LoopSignal {
  private let source: LoopSource<Void>

  /// Calls `onSignal` on the loop for each signal of this number.
  /// - Parameter number: The number of the signal.
  package init(on loop: EventLoop, _ number: CInt, onSignal: @escaping () -> Void) {
    source = LoopSource(loop, onSignal)
    let call: sd_event_signal_handler_t = { _, _, handler in LoopSource<Void>.call(handler, ()) }
    let code = source.add { event, place, handler in
      sd_event_add_signal(event, place, number, call, handler)
    }
    precondition(code >= 0, "sd_event_add_signal failed: \(String(cString: strerror(-code)))")
  }
}
