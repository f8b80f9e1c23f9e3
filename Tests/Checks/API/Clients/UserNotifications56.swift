// Reminders of an app, as in Swift 5 and in Swift 6 mode.
import AppLifecycle

final class ReminderDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
  ) -> Bool {
    UNUserNotificationCenter.current().delegate = self
    UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound, .badge]) {
      isGranted, error in
      if let error { print(error.localizedDescription) }
      if isGranted { remind(of: "medicine", at: 8) }
    }
    return true
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
      print(response.notification.request.content.userInfo["id"] ?? "", response.notification.date)
    }
    completionHandler()
  }
}

final class AwaitingDelegate: NSObject, UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
  ) async {
    print(response.notification.request.identifier)
  }
}

func remind(of name: String, at hour: Int) {
  let content = UNMutableNotificationContent()
  content.title = name
  content.subtitle = "now"
  content.body = "with water"
  content.sound = .default
  content.userInfo = ["id": name]
  content.categoryIdentifier = "reminder"
  var components = DateComponents()
  components.hour = hour
  let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
  print(trigger.nextTriggerDate() as Any, trigger.repeats)
  UNUserNotificationCenter.current().add(
    UNNotificationRequest(identifier: name, content: content, trigger: trigger)
  ) { error in
    if let error { print(error) }
  }
}

func snooze(_ request: UNNotificationRequest) async throws {
  let center = UNUserNotificationCenter.current()
  guard try await center.requestAuthorization(options: [.alert]) else { return }
  let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 600, repeats: false)
  try await center.add(
    UNNotificationRequest(
      identifier: request.identifier, content: request.content, trigger: trigger))
  let pending = await center.pendingNotificationRequests().filter { $0.trigger?.repeats == false }
  center.removePendingNotificationRequests(withIdentifiers: pending.map(\.identifier))
  center.getPendingNotificationRequests { requests in print(requests.count) }
  center.removeDeliveredNotifications(withIdentifiers: [request.identifier])
  center.removeAllDeliveredNotifications()
  center.removeAllPendingNotificationRequests()
}
