import AppLifecycle

/// A delegate that sets alarms when a user starts it and BEHAVIOUR is `alarms`, and prints each alarm that it receives.
/// The first is due after ALARM_SECONDS, by default an hour, and the last after twice that.
final class AlarmDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    AlarmScheduler.shared.register { alarm in
      say("alarm \(alarm.alarm) is \(Int(alarm.lateness)) s late")
      alarm.setTaskCompleted(success: true)
    }
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) {
    guard behaviour == "alarms" else { return }
    do {
      // The clock of a simulated daemon stands still, so these are also its dates.
      let (now, first) = (Date(), ProcessInfo.processInfo.environment["ALARM_SECONDS"])
      let seconds = first.flatMap(Double.init) ?? 3600
      try AlarmScheduler.shared.schedule("later", at: now + 2 * seconds)
      try AlarmScheduler.shared.schedule("sooner", at: now + seconds)
      try AlarmScheduler.shared.schedule("never", at: now + 1.5 * seconds)
      AlarmScheduler.shared.cancel("never")
      say("pending \(AlarmScheduler.shared.pending().map(\.identifier))")
    } catch {
      say("no alarm: \(error.localizedDescription)")
    }
  }
}
