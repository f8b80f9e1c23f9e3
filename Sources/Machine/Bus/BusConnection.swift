import CSystemd
import Descriptors
import Glibc

/// One connection, from its start to its loss, driven by the events of its socket (sd_bus_get_fd(3)).
final class BusConnection {
  private let raw: OpaquePointer
  private let watch: LoopWatch
  private let timer: LoopTimer
  /// The time to which the timer is set, in microseconds of CLOCK_MONOTONIC; the greatest number if it is not set.
  private var deadline = UInt64.max

  /// Connects to the bus and watches the connection. Throws if the bus cannot be reached or watched.
  /// - Parameter onEvent: Called on the loop when `processMessages` has work to do.
  init(_ kind: Bus.Kind, loop: EventLoop, onEvent: @escaping () -> Void) throws(BusError) {
    let raw = try Self.open(kind)
    // The watch needs a descriptor of its own, because sd-bus closes its descriptor at the loss of the connection,
    // before the watch ends. The kernel watches a closed descriptor as long as a copy exists, for example in a process
    // that is just starting, and sd-event aborts at an event of it.
    let copy = fcntl(sd_bus_get_fd(raw), F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let watch = LoopWatch(on: loop, closing: copy, onEvent: onEvent) else {
      let failure = errno
      sd_bus_close_unref(raw)
      throw .system("no descriptor for the message bus", failure)
    }
    (self.raw, self.watch) = (raw, watch)
    // For the timeouts of calls; `updateTimer` sets it.
    timer = LoopTimer(on: loop, onTime: onEvent)
  }

  deinit {
    close()
    sd_bus_unref(raw)
  }

  /// Sends a call without waiting. `pending` receives the answer in `processMessages`, and must exist until then.
  func send(_ call: BusCall, _ pending: BusPendingCall) throws(BusError) {
    let message = try BusMessage.call(call, on: raw)
    let result = sd_bus_call_async(
      raw, &pending.slot, message.raw, BusPendingCall.callback,
      Unmanaged.passUnretained(pending).toOpaque(), Self.microseconds(call.timeoutSeconds))
    if result < 0 { throw .system("cannot call \(call.member)", result) }
  }

  /// Sends a call and blocks until its answer arrives, by default for at most 5 seconds. Throws the error of the
  /// service, or of the connection.
  func callAndWait(_ call: BusCall) throws(BusError) -> [BusValue] {
    let limit = Self.microseconds(call.timeoutSeconds ?? 5)
    try waitUntilReady(limit, for: call)
    let message = try BusMessage.call(call, on: raw)
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    var reply: OpaquePointer?
    let result = sd_bus_call(raw, message.raw, limit, &error, &reply)
    guard result >= 0, let reply else {
      if error.name != nil { throw BusError(error) }
      throw .system("no reply to \(call.member)", result)
    }
    let answer = BusMessage(owned: reply)
    return try BusMessage.values(in: answer.raw)
  }

  /// Blocks until the bus has accepted the connection, for at most `limit` microseconds. Without this, sd_bus_call(3)
  /// waits up to 90 s for a bus whose socket exists but whose program has not started (BUS_AUTH_TIMEOUT of systemd).
  private func waitUntilReady(_ limit: UInt64, for call: BusCall) throws(BusError) {
    let (sum, hasOverflow) = Self.now().addingReportingOverflow(limit)
    let end = hasOverflow ? .max : sum
    while sd_bus_is_ready(raw) == 0 {
      var result = sd_bus_process(raw, nil)
      // 0 means that there was nothing to process.
      if result == 0 {
        let now = Self.now()
        result = now < end ? sd_bus_wait(raw, end - now) : -ETIMEDOUT
      }
      if result < 0, result != -EINTR { throw .system("no reply to \(call.member)", result) }
    }
  }

  /// The time since the boot in microseconds.
  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }

  /// Converts a timeout to microseconds; `nil` becomes 0, which is the library's own limit.
  private static func microseconds(_ seconds: Double?) -> UInt64 {
    seconds.map { UInt64(exactly: ($0 * 1e6).rounded()) ?? .max } ?? 0
  }

  /// Subscribes to the signals of a match on this connection.
  func install(_ match: BusMatch) {
    match.install(on: raw)
  }

  /// Handles all pending work. Returns whether the connection still exists.
  func processMessages() -> Bool {
    var result: Int32
    repeat { result = sd_bus_process(raw, nil) } while result > 0
    return result == 0 && sd_bus_is_open(raw) > 0
  }

  /// Whether the bus has accepted the connection: the first event after the connection is made.
  var isReady: Bool { sd_bus_is_ready(raw) > 0 }

  /// Sets the watch and the timer to the events that sd-bus waits for now. Called after each use of the connection.
  func updateWatch() {
    let waitsForRoom = sd_bus_get_events(raw) & POLLOUT != 0
    watch.interest = waitsForRoom ? [.readable, .writable] : .readable
    updateTimer()
  }

  /// Sets the timer to the next deadline of sd-bus, such as the timeout of a call; clears it if there is none.
  private func updateTimer() {
    var next = UInt64.max
    sd_bus_get_timeout(raw, &next)
    guard next != deadline else { return }
    deadline = next
    // sd-bus and the timer both count microseconds of CLOCK_MONOTONIC.
    if next == .max { timer.clear() } else { timer.set(at: next) }
  }

  private var isClosed = false

  /// Ends the watch and the connection; queued messages are discarded. Repeated calls have no effect.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    watch.cancel()
    timer.clear()
    sd_bus_close(raw)
  }

  /// Opens a connection to the bus. The caller owns the returned reference. Throws if the bus cannot be reached.
  private static func open(_ kind: Bus.Kind) throws(BusError) -> OpaquePointer {
    var made: OpaquePointer?
    let result =
      switch kind {
      case .system: sd_bus_open_system_with_description(&made, "rubatod")
      case .user: sd_bus_open_user_with_description(&made, "rubatod")
      case .address(let address): open(address, &made)
      }
    guard result >= 0, let made else {
      throw .system("\(kind) cannot be reached", result)
    }
    return made
  }

  /// Opens a connection to the bus at an address. Returns a negative `errno` if that fails; `made` is then `nil`.
  private static func open(_ address: String, _ made: inout OpaquePointer?) -> Int32 {
    var result = sd_bus_new(&made)
    if result >= 0 { result = sd_bus_set_address(made, address) }
    if result >= 0 { result = sd_bus_set_bus_client(made, 1) }
    if result >= 0 { result = sd_bus_start(made) }
    if result < 0 { made = sd_bus_unref(made) }
    return result
  }
}
