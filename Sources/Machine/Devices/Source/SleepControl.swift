/// Delays or prevents the machine's sleep, on the devices' queue.
protocol SleepControl: AnyObject {
  /// Starts. Calls `report` with true when the machine is about to sleep, and with false when it is awake again.
  /// The sleep begins when it is permitted, or after a few seconds.
  func start(_ report: @escaping (_ isSleepComing: Bool) -> Void)

  /// Permits the announced sleep.
  func letSleep()

  /// Keeps the machine from sleeping automatically, for a displayed reason; `nil` permits sleep.
  func preventSleep(_ why: String?)

  /// Keeps a machine that was woken for work from sleeping, also with a closed lid, for a displayed reason; `nil`
  /// permits sleep.
  func keepAwake(_ why: String?)

  /// Puts the machine to sleep, unless another program prevents that.
  func sleepAgain()

  func stop()
}
