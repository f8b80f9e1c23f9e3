import CQueues
import Foundation

/// A block in a queue, from when it is handed over until it has run, or is let go of.
final class FollowedBlock: @unchecked Sendable {
  @TaskLocal static var current: FollowedBlock?

  private let guarded = NSLock()
  private var known: Origin?
  private var counted: Int?

  /// - Parameter origin: Nil where it is not known whose the block is; the bench may find out while it runs.
  init(_ origin: Origin?) {
    known = origin
    counted = origin.flatMap { Self.count($0) }
  }

  deinit { end() }

  private static func count(_ origin: Origin) -> Int? {
    guard let errand = origin.errand else { return nil }
    return origin.bench.change { $0.beginUnderWay(errand) }
  }

  var origin: Origin? { guarded.withLock { known } }

  /// Its number among what the bench waits for; nil where it is not waited for.
  var number: Int? { guarded.withLock { counted } }

  /// Takes that the block that runs now belongs to a bench.
  func mark(_ origin: Origin) {
    if self.origin != nil { return }
    let number = Self.count(origin)
    guarded.withLock { (known, counted) = (origin, number) }
    note(number, of: origin)
  }

  func run(_ body: () -> Void) {
    note(number, of: origin)
    Self.$current.withValue(self) {
      if let origin { origin.perform(body) } else { body() }
    }
    end()
  }

  private func note(_ number: Int?, of origin: Origin?) {
    guard let number, let origin else { return }
    let thread = rubato_own_thread()
    origin.bench.change { $0.following.queued.note(thread, runs: number) }
  }

  private func end() {
    let (origin, number) = guarded.withLock { () -> (Origin?, Int?) in
      defer { counted = nil }
      return (known, counted)
    }
    if let number { origin?.bench.hear { $0.following.queued.end(number) } }
  }
}
