import Files
import Scheduling

extension SubmittedFiles {
  /// Returns the requests in their order, but each after the ones that it follows, which must exist before. Each request
  /// of a cycle becomes a mistake.
  static func ordered(_ entries: [Entry]) -> [Entry] {
    let tasks = entries.map { try? $0.task.get() }
    let hasPredecessors = tasks.contains { task in
      task.map { !$0.terms.needs.predecessors.all.isEmpty } ?? false
    }
    guard hasPredecessors else { return entries }
    let names = tasks.map { task in
      task.flatMap { $0.id.isEmpty ? nil : RepeatedIDs.Name($0, id: $0.id) }
    }
    let order = PredecessorOrder(names) { position in
      guard let task = tasks[position] else { return [] }
      return task.terms.needs.predecessors.all.map { RepeatedIDs.Name(task, id: $0) }
    }
    var entries = entries
    for cycle in order.cycles {
      let ids = cycle.map { tasks[$0]?.id ?? "" }
      for (index, position) in cycle.enumerated() {
        guard let task = tasks[position] else { continue }
        let cycleFromThisTask = Array(ids[index...] + ids[..<index])
        let refusal = Refusal.cycle(cycleFromThisTask, of: task.terms)
        entries[position].task = .failure(
          TaskStream.Mistakes(errors: [task.error(of: refusal)]))
      }
    }
    return order.positions.map { entries[$0] }
  }
}
