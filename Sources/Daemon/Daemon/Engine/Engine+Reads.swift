import Descriptors
import Scheduling
import Stepping

// Reads between steps: they run on the same loop, after the commit of a step and its consequences, in short slices,
// and never while a step is due.
extension Engine {
  /// The longest that a slice holds the loop, in nanoseconds.
  private static let longestSlice: Int64 = 2_000_000
  /// The time before a deadline in which no slice runs. On a busy machine, the thread that holds the loop may lose
  /// the processor.
  private static let marginBeforeDeadline: Int64 = 10_000_000

  /// Queues the next slice of reads on the loop, after the work that is already queued there. Does nothing if no read
  /// waits, or if a slice is already queued.
  func continueReads() {
    guard !readers.queue.isEmpty, !readers.queue.isScheduled else { return }
    readers.queue.isScheduled = true
    loop.execute { self.runReads() }
  }

  /// Queues a read of the state for `user`. `begin` is called on the loop when its turn comes; its result is then
  /// called until the read has finished.
  func read(for user: UInt32, _ begin: @escaping @Sendable (Engine) -> ReadQueue.Read) {
    loop.execute { [self] in
      // The closure that performs the pieces; `nil` before the first turn of the read.
      var read: ReadQueue.Read?
      readers.queue.put(for: user) { [unowned self] in
        // Not with `??`: a function that passes through it and is kept again is wrapped once more for each piece.
        if let read { return read() }
        let begun = begin(self)
        read = begun
        return begun()
      }
      continueReads()
    }
  }

  /// Runs one slice. If a step is due before the next slice, that step continues the reads (`updateDependents`).
  ///
  /// If an external event is queued, such as the end of a run, a slice is one piece. Calls that change something
  /// alternate with reads: a step, then a slice. Only due steps can therefore delay reads for long.
  private func runReads() {
    readers.queue.isScheduled = false
    // All three in real awake nanoseconds.
    let begin = real
    let stepDue = time.dueAt ?? .max
    // A due step comes first, and then continues the reads.
    guard begin < stepDue else { return }
    let lastMoment = stepDue - Self.marginBeforeDeadline
    let sliceEnd = min(begin + Self.longestSlice, lastMoment)
    readers.queue.run(until: { self.stepper.inbox.hasEvents || self.real >= sliceEnd })
    // If an event is queued or a step is due soon, that step continues the reads.
    if !stepper.inbox.hasEvents, real < lastMoment { continueReads() }
  }

  /// Calls `rest`, the last part of a read of `user` such as encoding a long answer, on another thread. The user's next
  /// read begins after that.
  func continueOnOtherThread(for user: UInt32, _ rest: @escaping @Sendable () -> Void) {
    readers.threads.begin { [self] in
      rest()
      loop.execute { [self] in
        readers.threads.end()
        readers.queue.requeue(for: user)
        continueReads()
      }
    }
  }

  /// Finishes all reads. On a simulated clock, no caller waits in real time, and each change is reported before the
  /// clock continues.
  func runAllReads() {
    readers.queue.run(until: { false })
  }
}
