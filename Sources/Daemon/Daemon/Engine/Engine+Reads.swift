import Descriptors
import Scheduling
import Stepping

// Reads that leave the steps: they run on the same loop, after the commit of a step and what follows
// from it, in short slices, and never while something is due.
extension Engine {
  /// The longest that a slice holds the loop, in nanoseconds.
  private static let longestSlice: Int64 = 2_000_000
  /// No slice lasts until something is due: on a busy machine, who holds the loop may lose the
  /// processor meanwhile.
  private static let margin: Int64 = 10_000_000

  /// Goes on with the reads, once what is in line before them has been done.
  func continueReads() {
    guard !readers.queue.isEmpty, !readers.queue.isScheduled else { return }
    readers.queue.isScheduled = true
    loop.execute { self.takeReads() }
  }

  /// Puts a look at the state in line for `user`. `begin` is called on the loop when its turn comes,
  /// and what it returns then until that has finished.
  func read(for user: UInt32, _ begin: @escaping @Sendable (Engine) -> ReadQueue.Read) {
    loop.execute { [self] in
      var read: ReadQueue.Read?
      readers.queue.put(for: user) { [unowned self] in
        // Not with `??`: a function that has been through it and is kept again is wrapped once more
        // for each piece.
        if let read { return read() }
        let begun = begin(self)
        read = begun
        return begun()
      }
      continueReads()
    }
  }

  /// One slice. Where a step is due before the next one, that step goes on with the reads (`follow`).
  ///
  /// Where something happened outside, as the end of a run, a slice is one piece. Calls that change
  /// something take turns with reads, a step and then a slice. So nothing holds up reads for ever either,
  /// however much there is of it, but what is due.
  private func takeReads() {
    readers.queue.isScheduled = false
    let (begin, due) = (real, time.dueAt ?? .max)
    guard begin < due else { return }
    let end = min(begin + Self.longestSlice, due - Self.margin)
    readers.queue.take { self.stepper.inbox.hasFacts || self.real >= end }
    if !stepper.inbox.hasFacts, real < due - Self.margin { continueReads() }
  }

  /// Does the rest of what `user` asked for, as writing down a long answer, on another thread.
  func finishElsewhere(for user: UInt32, _ rest: @escaping @Sendable () -> Void) {
    readers.threads.begin { [self] in
      rest()
      loop.execute { [self] in
        readers.threads.end()
        readers.queue.comeBack(for: user)
        continueReads()
      }
    }
  }

  /// On a simulated clock nobody waits in real time, and each change is told before the clock goes on.
  func finishReads() {
    readers.queue.take { false }
  }
}
