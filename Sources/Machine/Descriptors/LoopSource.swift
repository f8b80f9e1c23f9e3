import CSystemd

/// A source of events of a loop, and its handler. It exists as long as it can call back.
final class LoopSource<Event> {
  private(set) var raw: OpaquePointer?
  private let loop: EventLoop
  private let handler: Handler

  private final class Handler {
    /// The handler; `nil` after `cancel`.
    var onEvent: ((Event) -> Void)?

    init(_ onEvent: @escaping (Event) -> Void) { self.onEvent = onEvent }
  }

  init(_ loop: EventLoop, _ onEvent: @escaping (Event) -> Void) {
    (self.loop, handler) = (loop, Handler(onEvent))
  }

  /// Adds the source to the event loop. The loop's source retains the handler until that source is freed.
  /// - Parameter makeSource: Makes the source on the event loop `event`, stores it at `place`, and passes `handler` to
  ///   the callback.
  /// - Returns: The result of `makeSource`, negative if there is no source.
  func add(
    _ makeSource: (
      _ event: OpaquePointer, _ place: UnsafeMutablePointer<OpaquePointer?>,
      _ handler: UnsafeMutableRawPointer
    ) -> CInt
  ) -> CInt {
    loop.assertIsCurrent()
    let pointer = Unmanaged.passRetained(handler)
    let code = makeSource(loop.event, &raw, pointer.toOpaque())
    guard code >= 0 else {
      pointer.release()
      return code
    }
    sd_event_source_set_destroy_callback(raw, releaseHandler)
    return code
  }

  /// Calls a handler with an event, unless its source was cancelled. Called by the source; always returns 0, because an
  /// error would disable the source.
  static func call(_ handler: UnsafeMutableRawPointer?, _ event: Event) -> CInt {
    handler.map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue().onEvent?(event) }
    return 0
  }

  deinit { cancel() }

  /// Removes the source from the loop, so that the handler is not called any more. Called on another thread, this
  /// happens on the loop, after its earlier blocks.
  func cancel() {
    guard let source = raw else { return }
    raw = nil
    guard !loop.isCurrent else { return Self.release(source, handler) }
    nonisolated(unsafe) let released = (source: source, handler: handler)
    loop.execute { Self.release(released.source, released.handler) }
  }

  /// Disables and releases a source, and removes its closure. The closure itself is kept until the end of this call.
  private static func release(_ source: OpaquePointer, _ handler: Handler) {
    let onEvent = handler.onEvent
    handler.onEvent = nil
    sd_event_source_disable_unref(source)
    withExtendedLifetime(onEvent) {}
  }
}

private func releaseHandler(_ handler: UnsafeMutableRawPointer?) {
  handler.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
}
