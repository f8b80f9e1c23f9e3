import Scheduling

/// Of one request at most one command lives.
final class OneRunPerRequest: Checker {
  func launches(_ run: Run, _ request: Request, in life: Life) {
    for other in life.commands.alive where !other.isCheck && other.key == run.key {
      life.fail(
        self,
        other.id == .run(run.id)
          ? "step \(run.step) of run \(run.id) starts while step \(other.step) lives"
          : "\(run.key.id) starts as run \(run.id) while \(other.id) of it lives")
    }
  }
}
