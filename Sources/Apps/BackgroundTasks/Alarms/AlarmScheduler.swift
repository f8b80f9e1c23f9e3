import Foundation

/// Alarms, which run an app's handler at a date, or as soon afterwards as possible.
///
/// No app is launched at an exact date, here as on a phone. From its date on, an alarm is tried like a refresh, if
/// device and quota allow it. A due alarm runs immediately while the app is in the foreground, so missed alarms run
/// when the user opens the app. If the user never opens it, an alarm can wait forever. Alarms survive the process, the
/// daemon and a reboot. To show something to the user at a date, use a notification (`UNUserNotificationCenter`).
public final class AlarmScheduler: Sendable {
  /// A pending alarm.
  public struct Alarm: Hashable, Sendable {
    /// The identifier that it was scheduled with.
    public let identifier: String
    /// The date at which it is due.
    public let date: Date
  }

  private init() {}

  /// The alarms of this app. Its first use attaches the process to the daemon.
  public static let shared = AlarmScheduler()

  private var center: TaskCenter { TaskCenter.current }

  /// Registers the handler of all alarms of the app. Call it once, before the app has finished launching.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the handler is called; `nil` for a serial queue of its own.
  ///   - handler: Called with each alarm. It must ensure that `setTaskCompleted(success:)` is called within 30 seconds.
  public func register(using queue: DispatchQueue? = nil, handler: @escaping (AlarmTask) -> Void) {
    center.registerAlarms(queue) { task in
      if let alarm = task as? AlarmTask { handler(alarm) }
    }
  }

  /// Schedules an alarm, and replaces a pending one with its identifier. An app can have at most 64 pending.
  ///
  /// - Parameters:
  ///   - identifier: The app's name for it, not in the Info.plist: letters, digits and `.`, `_`, `@`, `:`, `-`.
  ///   - date: A date on the wall clock, also after the clock is set. A date in the past is due immediately, and late.
  /// - Throws: `BGTaskScheduler.Error`.
  public func schedule(_ identifier: String, at date: Date) throws {
    guard center.handlesAlarms else {
      throw BGTaskScheduler.Error(
        .notPermitted, "no alarm handler is registered; call AlarmScheduler.shared.register")
    }
    let request = AlarmRequest(alarm: identifier, date: date)
    try center.daemon.submit(request, kind: "refresh")
  }

  /// Removes a pending alarm. An alarm that is running continues.
  public func cancel(_ identifier: String) {
    center.cancel(AlarmRequest.prefix + identifier)
  }

  /// Returns the pending alarms, by date.
  public func pending() -> [Alarm] {
    center.daemon.pending().compactMap { $0 as? AlarmRequest }
      .map { Alarm(identifier: $0.alarm, date: $0.date) }
      .sorted { ($0.date, $0.identifier) < ($1.date, $1.identifier) }
  }
}
