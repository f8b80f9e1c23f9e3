import Foundation

// Registers handlers, and finds them for tasks.
extension TaskCenter {
  /// Registers a handler for the tasks with this identifier. Returns `false` if the Info.plist does not list the
  /// identifier. A second handler ends the process, and so does one after the launch, unless a wildcard permits its
  /// identifier; on a bench, the result is `false`.
  func register(_ identifier: String, _ queue: DispatchQueue?, _ handler: LaunchHandler) -> Bool {
    if daemon.isLaunched, !canRegisterAfterLaunch(identifier) {
      daemon.fail(
        "All launch handlers must be registered before application finishes launching. '\(identifier)' is"
          + " registered after \(daemon.launchEnd)")
      return false
    }
    let isPermitted = declaration?.permits(identifier) ?? true
    daemon.noteHandler(for: identifier, isPermitted: isPermitted)
    // On a phone, the call of such a handler ends the process.
    if handler.isMisplaced(on: queue) { daemon.noteIsolation(of: identifier) }
    if !isPermitted {
      Log.write(Self.unlistedMessage(identifier, declaration?.permittedIdentifiers))
      return false
    }
    let registration = Registration(
      queue: queue ?? DispatchQueue(label: "io.rubato.BackgroundTasks (\(identifier))"),
      handler: handler.body, caller: .current)
    let earlier = lock.withLock {
      let earlier = registrations[identifier]
      // The first handler stays.
      registrations[identifier] = earlier ?? registration
      return earlier
    }
    if let earlier {
      daemon.fail(
        "Launch handler for task with identifier \(identifier) has already been registered, at"
          + " \(earlier.caller), and now at \(registration.caller)")
    }
    return earlier == nil
  }

  /// Whether the handler of this identifier can be registered after the launch. Only a wildcard such as `com.example.*`
  /// permits that: a continued task has a new identifier each time, when its user begins the work.
  private func canRegisterAfterLaunch(_ identifier: String) -> Bool {
    // Without an Info.plist and a daemon, the permitted identifiers are unknown, and no task arrives.
    guard
      let permittedIdentifiers = declaration?.permittedIdentifiers ?? daemon.permittedIdentifiers()
    else { return true }
    return AppBundle.Declaration.permitsByWildcard(identifier, permittedIdentifiers)
  }

  /// Registers the handler of all alarms. A handler after the launch, or a second one, ends the process; on a bench,
  /// it is a failure of the app and has no effect.
  func registerAlarms(_ queue: DispatchQueue?, _ handler: @escaping (BGTask) -> Void) {
    if daemon.isLaunched {
      return daemon.fail(
        "The alarm handler must be registered before application finishes launching, and not after"
          + " \(daemon.launchEnd)")
    }
    let registration = Registration(
      queue: queue ?? DispatchQueue(label: "io.rubato.BackgroundTasks (alarms)"),
      handler: handler, caller: .current)
    let isFirst = lock.withLock {
      guard alarms == nil else { return false }
      alarms = registration
      return true
    }
    if !isFirst { daemon.fail("An alarm handler has already been registered") }
  }

  /// Whether a handler of alarms is registered, without which no alarm can be scheduled.
  var handlesAlarms: Bool { lock.withLock { alarms != nil } }

  /// Returns the handler of alarms. If there is none, the process ends; on a bench, the result is `nil`.
  private func alarmRegistration() -> Registration? {
    let registration = lock.withLock { alarms }
    if registration == nil {
      daemon.fail(
        "No alarm handler registered; call AlarmScheduler.shared.register(using:handler:) before the app has finished"
          + " launching")
    }
    return registration
  }

  /// Returns the handler of a task that has arrived. If there is none, the app ends, and the task is not sent again.
  func registration(for delivered: DeliveredTask) -> Registration? {
    let identifier = delivered.identifier
    let isAlarm = if case .alarm = delivered.content { true } else { false }
    let hasHandler = lock.withLock {
      isAlarm ? alarms != nil : registrations[identifier] != nil
    }
    // The started run is reported first, so that the daemon does not send the task again.
    if !hasHandler { _ = daemon.reportStart(of: delivered.run) }
    return isAlarm ? alarmRegistration() : registration(for: identifier)
  }

  /// Returns the handler for an identifier. If there is none, the process ends; on a bench, the result is `nil`.
  func registration(for identifier: String) -> Registration? {
    let registration = lock.withLock { registrations[identifier] }
    if registration == nil {
      daemon.fail(
        "No launch handler registered for task with identifier \(identifier); call"
          + " BGTaskScheduler.shared.register(forTaskWithIdentifier:using:launchHandler:) before the app has"
          + " finished launching")
    }
    return registration
  }
}
