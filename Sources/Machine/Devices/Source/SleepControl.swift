/// What holds the machine's sleep back, on the devices' queue.
protocol SleepControl: AnyObject {
  /// Begins. `report` is called with true when the machine is about to sleep, which it does when it is
  /// let or after a few seconds, and with false when it is awake again.
  func start(_ report: @escaping (Bool) -> Void)

  /// Nothing stands in the way of the sleep that was announced.
  func letSleep()

  /// Keeps the machine from going to sleep by itself, for a reason that people read; nil lets it.
  func preventSleep(_ why: String?)

  func stop()
}
