import Foundation

/// Runs the work of a task that a limit bounds, and counts what of it is running or waits for a thread: the bench cannot tell
/// from sleeps alone, since Swift tasks beside the work may sleep, too.
final class BoundedWork: TaskExecutor {
  private weak let bench: Bench?
  private let run: Int64

  init(of run: Int64, _ bench: Bench) {
    (self.run, self.bench) = (run, bench)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    bench?.change { $0.tasks[run]?.working += 1 }
    DispatchQueue.global().async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      bench?.hear { $0.tasks[run]?.working -= 1 }
    }
  }
}
