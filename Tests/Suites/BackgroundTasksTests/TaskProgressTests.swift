import Foundation
import Testing

@testable import BackgroundTasks

/// Changes of progress are noticed without key-value observing.
@Suite struct TaskProgressTests {
  private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var shares: [Double] = []

    var all: [Double] { lock.withLock { shares } }

    func watch(_ progress: TaskProgress) {
      progress.observe { share in self.lock.withLock { self.shares.append(share) } }
    }
  }

  private let progress = TaskProgress()
  private let seen = Seen()

  init() {
    seen.watch(progress)
  }

  @Test func itsOwnCountsAreSeenAtOnce() {
    progress.totalUnitCount = 4
    progress.completedUnitCount = 1
    progress.completedUnitCount += 1
    #expect(seen.all == [0, 0.25, 0.5])
  }

  /// Work with an unknown total also progresses.
  @Test func unitsCountWithoutATotal() {
    progress.completedUnitCount = 7
    progress.completedUnitCount = 8
    #expect(seen.all.count == 2)
    #expect(seen.all.allSatisfy { (0...1).contains($0) })
  }

  @Test func sharesAreBetweenNothingAndAll() {
    progress.totalUnitCount = 2
    progress.completedUnitCount = 5
    progress.completedUnitCount = -1
    #expect(seen.all.allSatisfy { (0...1).contains($0) })
  }

  @Test func whatChildrenHaveDoneIsSeenAtTheEndAtTheLatest() {
    progress.totalUnitCount = 10
    let child = Progress(totalUnitCount: 2, parent: progress, pendingUnitCount: 5)
    child.completedUnitCount = 2
    progress.close()
    #expect(seen.all.last == 0.5)
    // Nothing is reported after the end.
    progress.completedUnitCount = 10
    #expect(seen.all.last == 0.5)
  }

  @Test func aChildOfTheCurrentProgressIsSeen() {
    progress.totalUnitCount = 10
    progress.becomeCurrent(withPendingUnitCount: 4)
    let child = Progress(totalUnitCount: 1)
    progress.resignCurrent()
    child.completedUnitCount = 1
    progress.close()
    #expect(seen.all.last == 0.4)
  }
}
