import BackgroundTasks
import Control
import Foundation

extension DaemonLink {
  /// Converts a task of the daemon. A task of a class that only a later daemon knows is a plain one.
  func delivered(_ info: AppTaskInfo) -> DeliveredTask {
    DeliveredTask(
      run: info.run, identifier: info.id, kind: info.kind, info.task.map(content) ?? .plain)
  }

  /// Returns the content of a task by its class.
  private func content(_ task: TaskClassInfo) -> DeliveredTask.Content {
    switch task.known {
    case .continued:
      .continued(TaskReport.Title(title: task.title ?? "", subtitle: task.subtitle ?? ""))
    case .healthResearch: .healthResearch
    case .alarm: .alarm(due: due(task))
    case .push: .delegate(.push(payload: task.payload ?? ""))
    case .fetch: .delegate(.fetch)
    case .transferEvents: .delegate(.transferEvents(session: task.session ?? ""))
    case .observer: .delegate(.observer(changed: task.changed ?? []))
    case .response: .delegate(.response(payload: task.payload ?? ""))
    case .transfer, .notification, nil: .plain
    }
  }

  /// Returns the date at which an alarm was due, on the clock of this process.
  private func due(_ task: TaskClassInfo) -> Date {
    guard let date = task.due.flatMap(DateText.date) else { return Date() }
    return (try? onOwnClock(date)) ?? date
  }
}
