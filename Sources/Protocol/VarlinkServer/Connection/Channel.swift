import Descriptors
import Glibc

/// The socket of a connection. It reads once per request, and keeps the bytes that the kernel does not take yet.
///
/// The channel is confined to the event loop.
final class Channel {
  /// The number of unsent bytes above which a client is behind, until less than half of it is left.
  private static let behindBytes = 65_536
  /// The number of sent bytes from which on they are removed, and of a buffer that is not kept.
  private static let pieceBytes = 65_536

  private let fd: CInt
  private let loop: EventLoop
  private let reception: ReceptionBuffer
  private var watch: LoopWatch?
  /// The written bytes; those before `sentCount` are sent.
  private var outgoing: [UInt8] = []
  private var sentCount = 0
  /// Callbacks for the moment at which the kernel has taken the bytes of `outgoing` before `end`, or they are lost. In
  /// ascending order.
  private var completions: [(end: Int, body: (_ isTaken: Bool) -> Void)] = []
  /// Whether many bytes are unsent, so that the connection handles no further call.
  private var isBehind = false
  private var hasSendFailed = false
  /// Whether the connection has requested a piece. The loop keeps watching for bytes when the piece has been read,
  /// until bytes arrive that are not wanted yet. Most clients wait for their answer, so two system calls for each call
  /// are saved.
  private var isPieceRequested = false

  /// The receiver of events; the end is reported once.
  private weak var connection: Connection?

  /// Takes over a non-blocking descriptor.
  init(_ fd: CInt, on loop: EventLoop, _ reception: ReceptionBuffer) {
    (self.fd, self.loop, self.reception) = (fd, loop, reception)
  }

  deinit {
    guard let watch else { return }
    watch.cancel()
    Glibc.close(fd)
  }

  /// Starts watching the descriptor for `connection`. Returns whether the kernel watches it; if not, it is closed.
  func startWatching(for connection: Connection) -> Bool {
    self.connection = connection
    watch = LoopWatch(on: loop, fd, []) { [weak self] in self?.handleReadiness($0) }
    if watch == nil { Glibc.close(fd) }
    return isOpen
  }

  /// Whether the descriptor is open and watched.
  private var isOpen: Bool { watch != nil }

  /// Whether few bytes are unsent.
  var isWritable: Bool { !isBehind }

  /// Whether the kernel has not taken all written bytes yet.
  var hasUnsentBytes: Bool { sentCount < outgoing.count }

  /// Sends unsent bytes if the socket is writable, reads one piece if the connection has requested one, and ends the
  /// channel if the client has hung up. Called by the loop when one of these is possible. Each of them can end the
  /// channel, so the others are skipped then.
  private func handleReadiness(_ events: LoopWatch.Readiness) {
    if events.contains(.writable) { flush() }
    if events.contains(.readable), isOpen {
      if isPieceRequested {
        readOnce()
      } else {
        // The next call has arrived before the answer to the last. Its bytes stay in the kernel, and the loop would
        // report them again and again. `requestPiece` makes it report them when they are wanted.
        watch?.interest.remove(.readable)
      }
    }
    let hasHungUp = !events.isDisjoint(with: .hungUp)
    // The client reads no more answers. Bytes that have arrived may be oneway calls, which are still carried out.
    if hasHungUp, isOpen { readRest() }
  }

  // MARK: Reading

  /// Requests one piece: passes the bytes that have arrived, or that arrive next, to the connection once.
  func requestPiece() {
    isPieceRequested = true
    watch?.interest.insert(.readable)
  }

  /// Reads the piece that the connection has requested, and notifies the connection of the piece or of the
  /// end of the input. If no bytes have arrived, keeps the request for the next bytes. After an error, ends the
  /// channel.
  private func readOnce() {
    isPieceRequested = false
    switch receive() {
    case .bytes: connection?.handleReceivedCalls()
    case .end: connection?.handleInputEnd()
    case .nothing: requestPiece()
    case .broken: end()
    }
  }

  /// Passes the bytes that have arrived to the connection, and ends the channel. The client has hung up, so no replies
  /// are sent.
  private func readRest() {
    isPieceRequested = false
    watch?.interest = []
    while isOpen {
      guard case .bytes = receive() else { return end() }
    }
  }

  private enum Reception { case bytes, end, nothing, broken }

  /// Reads one piece, of at most the size of the buffer, and passes it to the connection. `nothing` means that no bytes
  /// have arrived, `end` that the client sends no more.
  private func receive() -> Reception {
    let buffer = reception.bytes
    while true {
      let count = recv(fd, buffer.baseAddress, buffer.count, 0)
      if count > 0 {
        connection?.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return .bytes
      }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .nothing
      default: return .broken
      }
    }
  }

  // MARK: Writing

  /// Appends bytes to those written before. `flush` sends them.
  ///
  /// - Parameter completion: Called when the kernel has taken the bytes, or they are lost.
  func write(_ bytes: [UInt8], completion: ((_ isTaken: Bool) -> Void)? = nil) {
    guard isOpen else {
      completion?(false)
      return
    }
    outgoing += bytes
    if let completion { completions.append((outgoing.count, completion)) }
    if outgoing.count - sentCount > Self.behindBytes { isBehind = true }
  }

  /// Sends the written bytes, and calls `body` when the kernel has taken all written bytes, or they are lost.
  func flush(then body: @escaping (_ isTaken: Bool) -> Void) {
    write([], completion: body)
    flush()
  }

  /// Sends the written bytes. If the kernel does not take all, sends the rest when the socket is writable again.
  func flush() {
    guard isOpen, !hasSendFailed else { return }
    while sentCount < outgoing.count {
      let count = outgoing.withUnsafeBytes { bytes in
        send(
          fd, bytes.baseAddress.map { $0 + sentCount }, bytes.count - sentCount, CInt(MSG_NOSIGNAL))
      }
      if count > 0 {
        sentCount += count
      } else if errno == EAGAIN {
        watch?.interest.insert(.writable)
        return handleSentBytes()
      } else if errno != EINTR {
        // The end follows from the loop, because a caller that writes does not expect it during its call.
        hasSendFailed = true
        return loop.afterOthers { [weak self] in self?.end() }
      }
    }
    watch?.interest.remove(.writable)
    handleSentBytes()
  }

  /// Removes bytes that the kernel has taken, calls their callbacks, and continues the connection if the client is no
  /// longer behind.
  private func handleSentBytes() {
    let sentEnd = sentCount
    if sentCount == outgoing.count {
      freeBytes()
    } else if sentCount > Self.pieceBytes {
      // Removing them moves the unsent bytes, so it is not done for a few.
      outgoing.removeFirst(sentCount)
      sentCount = 0
    }
    let completed = completions.prefix { $0.end <= sentEnd }
    completions.removeFirst(completed.count)
    // This many bytes were removed at the start of `outgoing`, so all ends have moved.
    let removedCount = sentEnd - sentCount
    for index in completions.indices { completions[index].end -= removedCount }
    for completion in completed { completion.body(true) }
    // Half of the bytes that made the client behind, so that the connection does not stop again immediately.
    let hasCaughtUp = outgoing.count - sentCount < Self.behindBytes / 2
    guard isBehind, hasCaughtUp else { return }
    isBehind = false
    connection?.handleReceivedCalls()
  }

  /// Removes the written bytes, and frees their buffer if it is large. glibc keeps free memory until `onIdle` of the
  /// server, in which the daemon returns it to the system.
  private func freeBytes() {
    outgoing.removeAll(keepingCapacity: outgoing.capacity <= Self.pieceBytes)
    sentCount = 0
  }

  // MARK: The end

  /// Closes the descriptor; unsent bytes are lost.
  func close() { end() }

  /// Closes the descriptor, reports unsent bytes as lost, and notifies the connection. Does nothing if the channel has
  /// ended before.
  private func end() {
    guard isOpen else { return }
    // The watch ends before its descriptor is closed: its callback, which may be the caller, retains the watch.
    watch?.cancel()
    watch = nil
    Glibc.close(fd)
    let failed = completions
    completions = []
    freeBytes()
    for completion in failed { completion.body(false) }
    connection?.handleChannelEnd()
  }
}
