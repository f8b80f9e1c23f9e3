import Simulation

/// The figures of one simulated world, or of any number of them.
///
/// The values are whole numbers that add up. A thousand worlds therefore give the same figures, in any order and in any
/// number of parts.
package struct Figures: Hashable, Codable, Sendable {
  package private(set) var device = DeviceFigures()
  /// The tasks in the order of their names.
  package private(set) var tasks: [TaskFigures] = []

  package init() {}

  package init(device: DeviceFigures, tasks: [TaskFigures]) {
    self.device = device
    for figures in tasks { self[figures.task] += figures }
  }

  /// The figures of a task; empty if there are none.
  package subscript(task: TaskName) -> TaskFigures {
    get {
      let place = tasks.firstPlace { $0.task >= task }
      return place < tasks.count && tasks[place].task == task ? tasks[place] : TaskFigures(task)
    }
    set {
      let place = tasks.firstPlace { $0.task >= task }
      if place < tasks.count && tasks[place].task == task {
        tasks[place] = newValue
      } else {
        tasks.insert(newValue, at: place)
      }
    }
  }

  package static func += (left: inout Figures, right: Figures) {
    left.device += right.device
    for figures in right.tasks { left[figures.task] += figures }
  }
}
