import Scheduling

/// At most one command of a request is alive.
final class OneRunPerRequest: Checker {
  func launches(_ run: Run, _ request: Request, in life: Life) {
    for other in life.commands.alive where !other.isCheck && other.key == run.key {
      life.fail(
        self,
        other.id == .run(run.id)
          ? "step \(run.step) of run \(run.id) starts while step \(other.step) is running"
          : "\(run.key.id) starts as run \(run.id) while its \(other.id) is running")
    }
  }
}
