import Foundation

/// A due alarm. It has 30 seconds, and is complete when `setTaskCompleted(success:)` is called.
public final class AlarmTask: BGTask {
  /// The identifier that it was scheduled with.
  public let alarm: String
  /// The date at which it was due.
  public let dueDate: Date
  /// The delay from that date until its start, in seconds.
  public let lateness: TimeInterval

  /// Creates the task of an alarm that was due at `due`, and measures its lateness.
  init(alarm: String, due: Date, identifier: String, run: Int64, center: TaskCenter) {
    self.alarm = alarm
    dueDate = due
    lateness = max(0, Date().timeIntervalSince(due))
    super.init(identifier: identifier, run: run, center: center)
  }
}
