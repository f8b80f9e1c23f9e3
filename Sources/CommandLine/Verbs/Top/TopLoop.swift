import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The loop of `top`: waits for keys, signals and changes, and draws the screen after them. A time-out is set only for
/// the next change of a shown countdown, for a change that is read a moment later, and for the end of a launch.
final class TopLoop {
  private let feed: TopFeed
  private let look: TopLook
  private let terminal = TopTerminal()
  private let signals = TopSignals()
  private var state: TopState
  /// Typed bytes of an incomplete sequence.
  private var typed: ArraySlice<UInt8> = []
  /// When the content was read last, without sleep of the machine since then: budgets do not run down while it sleeps.
  private var readAt = SuspendingClock.now
  /// When the content may be read again, so that many changes cause few calls.
  private var nextRead = ContinuousClock.now
  /// Whether the content has changed since it was read.
  private var isStale = false
  private var isDone = false

  /// The least time between two readings of the content.
  private static let pause = Duration.milliseconds(200)
  /// The time after which a failed reading is repeated.
  private static let pauseAfterFailure = Duration.seconds(5)
  /// The age in seconds from which the content is read again when a countdown changes: the daemon does not report steps
  /// and progress of runs.
  private static let greatestAge = 10.0

  init(_ feed: TopFeed, _ look: TopLook) {
    (self.feed, self.look) = (feed, look)
    state = TopState(size: terminal.size)
  }

  /// Uses the terminal until the user quits. Restores it also before a signal ends the process.
  func run() throws(Failure) {
    terminal.enter()
    defer { terminal.leave() }
    apply(feed.reconnect())
    while !isDone {
      readContent()
      terminal.draw(TopScreen(state, at: moment, look).lines)
      waitAndHandle()
    }
  }

  /// The daemon's time.
  private var moment: WallTime {
    guard let content = state.content else { return WallTime(seconds: 0) }
    return content.now + .nanoseconds(Int64(bounded: age * content.rate * 1e9))
  }

  /// The age of the content in seconds.
  private var age: Double { (SuspendingClock.now - readAt).seconds }

  /// Waits for the next key, signal or change, and handles it.
  private func waitAndHandle() {
    var waits = [STDIN_FILENO, signals.descriptor, feed.descriptor].map {
      pollfd(fd: $0, events: CShort(POLLIN), revents: 0)
    }
    let count = poll(&waits, nfds_t(waits.count), timeout)
    guard count >= 0 || errno == EINTR else { return }
    let isTimeout = count == 0
    // In the order of the descriptors above.
    let hasKeys = waits[0].revents != 0
    let hasSignals = waits[1].revents != 0
    let hasChanges = waits[2].revents != 0
    if isTimeout { markStaleIfOld() }
    if hasSignals { signals.arrived().forEach(handle) }
    if hasKeys { readKeys() }
    if hasChanges {
      let (events, isChanged) = feed.read()
      isStale = isStale || isChanged
      apply(events)
    }
    if let retry = feed.retry, retry <= ContinuousClock.now { apply(feed.reconnect()) }
  }

  /// Marks the content as stale if a shown run may have changed without a report. Called after a time-out.
  private func markStaleIfOld() {
    let screen = TopScreen(state, at: moment, look)
    let showsCountdown = screen.untilChange != nil
    let greatestAge =
      screen.longestAgeDuringLaunch ?? (showsCountdown ? Self.greatestAge : .infinity)
    if age >= greatestAge { isStale = true }
  }

  /// The longest wait in milliseconds; -1 if only an event ends it.
  private var timeout: CInt {
    var waits: [Duration] = []
    // The next reading of the content, the next try to connect, the next change of a countdown, and the next reading
    // during a launch.
    if isStale, feed.isConnected { waits.append(nextRead - ContinuousClock.now) }
    if let retry = feed.retry { waits.append(retry - ContinuousClock.now) }
    let screen = TopScreen(state, at: moment, look)
    if let content = state.content, content.rate > 0, let seconds = screen.untilChange {
      waits.append(.seconds(seconds / content.rate))
    }
    if !isStale, let greatest = screen.longestAgeDuringLaunch {
      waits.append(.seconds(greatest - age))
    }
    guard let shortest = waits.min() else { return -1 }
    // Rounded up: a millisecond too early the text has not changed yet.
    let milliseconds = (max(0, shortest.seconds) * 1000).rounded(.up)
    return CInt(clamping: Int64(bounded: milliseconds))
  }

  /// Reads the content, if it has changed and was not read a moment ago.
  private func readContent() {
    guard isStale, feed.isConnected, nextRead <= ContinuousClock.now else { return }
    isStale = false
    let started = ContinuousClock.now
    var pause = Self.pause
    do throws(Failure) {
      let content = try feed.content()
      readAt = SuspendingClock.now
      apply([.content(content)])
    } catch {
      apply([.answered(error.sentence, isRefusal: true)])
      isStale = true
      pause = Self.pauseAfterFailure
    }
    // The pause is at least as long as the reading, so that reading takes at most half of the time of the daemon.
    let lengthOfReading = ContinuousClock.now - started
    nextRead = ContinuousClock.now + max(pause, lengthOfReading)
  }

  /// Applies the typed keys; ends the loop if the terminal was closed.
  private func readKeys() {
    guard let bytes = terminal.read() else {
      isDone = true
      return
    }
    typed += bytes
    while !isDone, let key = TopKey.next(in: &typed) { apply([.key(key)]) }
  }

  /// Applies the events, and performs the actions that they cause.
  private func apply(_ events: [TopEvent]) {
    for event in events {
      for action in state.handle(event) { perform(action) }
    }
  }

  /// Handles a signal: a new size, a stop, a continuation, or the end of the process.
  private func handle(_ signal: CInt) {
    switch signal {
    case SIGWINCH: apply([.resized(terminal.size)])
    case SIGTSTP: suspend()
    case SIGCONT: resume()
    default:
      terminal.leave()
      signals.raiseWithDefaultAction(signal)
    }
  }

  /// Stops the process as a shell expects it, until it is continued.
  private func suspend() {
    terminal.leave()
    signals.raiseWithDefaultAction(SIGTSTP)
    signals.startHandling(SIGTSTP)
    resume()
  }

  /// Uses the terminal again after another program has used it. Its size may have changed meanwhile.
  private func resume() {
    terminal.enter()
    apply([.resized(terminal.size)])
  }
}

// MARK: - Actions

extension TopLoop {
  /// Performs an action. Its answer or refusal is shown as a message.
  private func perform(_ action: TopAction) {
    switch action {
    case .quit: isDone = true
    case .suspend: suspend()
    case .redraw: terminal.forget()
    case .follow(let entry): follow(entry)
    default:
      do throws(Failure) {
        apply([try TopCalls.perform(action, feed.session)])
      } catch {
        apply([.answered(error.sentence, isRefusal: true)])
      }
      // The effect is read immediately.
      isStale = true
      nextRead = ContinuousClock.now
    }
  }

  /// Follows the output of a run or request with `rubatoctl logs`, on the usual screen, until the user presses Ctrl-C,
  /// or a key after its end. Changes are read afterwards, over a new connection.
  private func follow(_ entry: TopEntry) {
    feed.close()
    terminal.leave()
    // Ctrl-Z stops both processes, so this one must not handle it.
    signal(SIGTSTP, SIG_DFL)
    Output.print(entry.outputTitle.visible)
    switch TopCalls.showLogs(of: entry, feed.session.instance) {
    case .interrupted: handleOutsideSignals()
    case .failed(let problem):
      Output.printError("rubatoctl: \(problem)")
      waitForKey()
    case .ended: waitForKey()
    }
    signals.startHandling(SIGTSTP)
    resume()
    apply(feed.reconnect())
  }

  /// Waits for a key, or for the end of the terminal. Handles a signal that ends the process.
  private func waitForKey() {
    Output.printError("-- press a key to return to top --")
    terminal.startKeyInput()
    var waits = [STDIN_FILENO, signals.descriptor].map {
      pollfd(fd: $0, events: CShort(POLLIN), revents: 0)
    }
    var hasKey = false
    repeat {
      guard poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR else { break }
      handleOutsideSignals()
      hasKey = waits[0].revents != 0
    } while !hasKey
    // The bytes are read to remove them: the key itself has no effect.
    let isTerminalClosed = terminal.read() == nil
    isDone = isTerminalClosed
  }

  /// Handles the signals that have arrived and end the process, except SIGINT: Ctrl-C was for `rubatoctl logs`.
  private func handleOutsideSignals() {
    signals.arrived().filter { TopSignals.ending.contains($0) && $0 != SIGINT }.forEach(handle)
  }
}
