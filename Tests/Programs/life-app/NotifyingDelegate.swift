import AppLifecycle

/// A delegate that requests notifications, and prints which of them are accepted.
final class NotifyingDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate
{
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UNUserNotificationCenter.current().delegate = self
    if behaviour == "notifications" { Task { await notify() } }
    return true
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    let request = response.notification.request
    let pot = request.content.userInfo["pot"] as? Int ?? -1
    say(
      "\(UIApplication.shared.applicationState) hears of \(request.identifier): \(request.content.title), \(pot)"
    )
    center.removeDeliveredNotifications(withIdentifiers: ["daily"])
  }

  private func notify() async {
    let center = UNUserNotificationCenter.current()
    let isAllowed = try? await center.requestAuthorization(options: [.alert, .sound])
    say("allowed: \(isAllowed == true)")
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    content.body = "It is ready"
    content.userInfo = ["pot": 7]
    let hour = UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: false)
    let daily = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(hour: 8, minute: 0), repeats: true)
    let monthly = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(day: 1, hour: 8), repeats: true)
    await add("once", content, hour)
    await add("daily", content, daily)
    let monday = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(hour: 8, weekday: 2, weekdayOrdinal: 1), repeats: true)
    await add("monthly", content, monthly)
    await add("first monday", content, monday)
    await add("gone", content, hour)
    center.removePendingNotificationRequests(withIdentifiers: ["gone"])
    let pending = await center.pendingNotificationRequests()
    let pots = pending.compactMap { $0.content.userInfo["pot"] as? Int }
    say("pending \(pending.map(\.identifier).sorted()) with \(pots)")
  }

  private func add(
    _ identifier: String, _ content: UNNotificationContent, _ trigger: UNNotificationTrigger
  ) async {
    do {
      try await UNUserNotificationCenter.current().add(
        UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
    } catch {
      say("\(identifier): \(error.localizedDescription)")
    }
  }
}
