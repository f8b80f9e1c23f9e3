import Foundation

/// Runs the work of a task under a time limit, and counts the parts that are running or wait for a thread. Sleeps alone
/// do not show that the work is idle, since other Swift tasks may also sleep.
final class BoundedWork: TaskExecutor {
  private weak let bench: Bench?
  private let run: Int64

  init(of run: Int64, _ bench: Bench) {
    (self.run, self.bench) = (run, bench)
  }

  /// Runs a job on a global queue. It is part of the working code of the run until it has returned.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    bench?.change { $0.tasks[run]?.working += 1 }
    DispatchQueue.global().async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      bench?.noteActivity { $0.tasks[run]?.working -= 1 }
    }
  }
}
