import Foundation

/// Alarms: what an app does at a date, or as soon afterwards as it can.
///
/// No app is launched at an exact date, here as on a phone. From its date on an alarm is tried as a refresh is, where device
/// and quota allow it; and one that is due is handed over at once while the app is in front, so that all that was missed is
/// caught up when its user opens it. Without an open it waits, for ever. An alarm outlives the process, the daemon and the
/// machine's boot. What a user is to see at a date is a notification (`UNUserNotificationCenter`).
public final class AlarmScheduler: Sendable {
  /// An alarm that waits.
  public struct Alarm: Hashable, Sendable {
    /// As it was scheduled with.
    public let identifier: String
    /// When it is due.
    public let date: Date
  }

  private init() {}

  /// The alarms of this app. Its first use attaches the process to the daemon.
  public static let shared = AlarmScheduler()

  private var center: TaskCenter { TaskCenter.current }

  /// Registers the handler of all alarms of the app; once, before the app has finished launching.
  ///
  /// - Parameters:
  ///   - queue: Where the handler is called; nil for a serial queue of its own.
  ///   - handler: Called with each alarm. It has to see to it that `setTaskCompleted(success:)` is called, within 30 seconds.
  public func register(using queue: DispatchQueue? = nil, handler: @escaping (AlarmTask) -> Void) {
    center.registerAlarms(queue) { task in
      if let alarm = task as? AlarmTask { handler(alarm) }
    }
  }

  /// Schedules an alarm, in the place of one with its identifier that waits. At most 64 of an app wait.
  ///
  /// - Parameters:
  ///   - identifier: Letters, digits and `.`, `_`, `@`, `:`, `-`, of the app's choice; it is not listed in the Info.plist.
  ///   - date: By the wall clock, however that is set; a date that is past is due at once, and late.
  /// - Throws: `BGTaskScheduler.Error`.
  public func schedule(_ identifier: String, at date: Date) throws {
    guard center.handlesAlarms else {
      throw BGTaskScheduler.Error(
        .notPermitted, "no handler of alarms is registered; call AlarmScheduler.shared.register")
    }
    let request = AlarmRequest(alarm: identifier, date: date)
    try center.daemon.submit(request, kind: "refresh")
  }

  /// Removes an alarm that waits. What runs goes on.
  public func cancel(_ identifier: String) {
    center.cancel(AlarmRequest.prefix + identifier)
  }

  /// The alarms that wait, by date.
  public func pending() -> [Alarm] {
    center.daemon.pending().compactMap { $0 as? AlarmRequest }
      .map { Alarm(identifier: $0.alarm, date: $0.date) }
      .sorted { ($0.date, $0.identifier) < ($1.date, $1.identifier) }
  }
}
