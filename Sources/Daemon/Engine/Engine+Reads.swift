import Dispatch
import Scheduling
import Stepping

// Reads that leave the steps: they run on the same queue, after the commit of a step and what follows
// from it, in short slices, and never while something is due.
extension Engine {
  /// The longest that a slice holds the queue, in nanoseconds.
  private static let longestSlice: Int64 = 2_000_000
  /// No slice lasts until something is due: on a busy machine, who holds the queue may lose the
  /// processor meanwhile.
  private static let margin: Int64 = 10_000_000

  /// Goes on with the reads, once what is in line before them has been done.
  func continueReads() {
    guard !reads.isEmpty, !reads.isScheduled else { return }
    reads.isScheduled = true
    queue.async { self.takeReads() }
  }

  /// One slice. Where a step is due before the next one, that step goes on with the reads (`follow`).
  private func takeReads() {
    reads.isScheduled = false
    let (begin, due) = (real, dueAt ?? .max)
    guard !stepper.inbox.awaitsStep, begin < due else { return }
    let end = min(begin + Self.longestSlice, due - Self.margin)
    reads.take { self.stepper.inbox.awaitsStep || self.real >= end }
    if !stepper.inbox.awaitsStep, real < due - Self.margin { continueReads() }
  }

  /// On a simulated clock nobody waits in real time, and each change is told before the clock goes on.
  func finishReads() {
    reads.take { false }
  }
}
