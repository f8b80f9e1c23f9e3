import Foundation

/// A handler of tasks, as an app has registered it.
struct LaunchHandler {
  /// Called on the queue of the registration.
  let body: (BGTask) -> Void
  /// Whether the handler is isolated to the main actor, as closures in code of the main actor are.
  private let needsMainQueue: Bool

  /// Stores a handler without its isolation, and whether that isolation was the main actor (`needsMainQueue`).
  init(_ handler: @escaping @isolated(any) (BGTask) -> Void) {
    needsMainQueue = handler.isolation === MainActor.shared
    // The representation is the same. The caller must choose the right queue.
    body = unsafeBitCast(handler, to: ((BGTask) -> Void).self)
  }

  /// Whether a call on this queue would end the process on a phone, because the queue is not the main queue.
  func isMisplaced(on queue: DispatchQueue?) -> Bool {
    needsMainQueue && queue?.label != DispatchQueue.main.label
  }
}
