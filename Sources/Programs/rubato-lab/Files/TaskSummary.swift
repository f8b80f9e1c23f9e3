import Files
import Scheduling
import Terminal

/// The meaning of a task file, in one line.
enum TaskSummary {
  /// Returns the meaning of a task in one line.
  ///
  /// - Parameters:
  ///   - request: The scheduler's request for the task.
  ///   - user: The user it runs as; `nil` if a unit defines it.
  static func text(_ task: TaskFile, _ request: Request, user: String?) -> String {
    let budget = request.terms.budget.map { "budget \($0.notation)" }
    let width = task.groupWidth.map { "gives its group the width \($0)" }
    let parts =
      [rhythm(request, opens: task.earliest)] + options(request) + [
        width, budget, work(request, user: user),
      ]
    return "\(task.id.visible): \(parts.compactMap(\.self).joined(separator: "; "))"
  }

  /// Returns the kind, the interval and the window of a task.
  ///
  /// - Parameter opens: The beginning of its window, as it is written.
  private static func rhythm(_ request: Request, opens: String?) -> String {
    let dates = request.terms.calendar.map(\.text.visible)
    let repetition: String
    if dates.isEmpty {
      let every = request.interval.map { " every \($0.notation)" } ?? " once"
      let flex = request.period?.flex.map { " in its last \($0.notation)" } ?? ""
      repetition = every + flex
    } else {
      repetition = " on \(dates.joined(separator: ", "))"
    }
    let latest = request.window.latest.map { latest in
      ", at the latest \((latest - request.window.opens).notation) after its window opens"
        + " (then \(request.window.atLatest.rawValue))"
    }
    let earliest = opens.map { ", from \($0.visible) on" } ?? ""
    return request.terms.kind.rawValue + repetition + earliest + (latest ?? "")
  }

  /// Returns `names` after `word`; `nil` if there are none.
  static func list(_ word: String, _ names: [String]) -> String? {
    names.isEmpty ? nil : "\(word) \(names.joined(separator: ", "))"
  }

  /// Returns the command, the steps or the unit of a task, and the user as whom they run.
  private static func work(_ request: Request, user: String?) -> String {
    let command = request.terms.command
    let text =
      if let unit = command.unit {
        "starts \(unit)"
      } else if command.steps.isEmpty {
        "runs \(command.arguments.map(ShellText.quoted).joined(separator: " "))"
      } else {
        "runs the steps \(command.steps.map(\.name).joined(separator: ", "))"
      }
    return (user.map { "\(text) as \($0)" } ?? text).visible
  }
}
