/// The state for the evaluation of requests: device, apps, runs, forecast, condition checks, pauses, quiet
/// hours and clocks.
/// Queries change nothing; each part owns its state.
struct Context: Sendable {
  let settings: Shared<Settings>
  var device: TrackedDevice
  var apps: AppRecords
  var runs: RunRecords
  var processes: AppProcesses
  var forecastModel: ForecastModel
  var checks: ConditionChecks
  var clocks: ObservedClocks
  var pauses: Pauses
  var quiet: QuietHours
  var alarm: WakeAlarm

  init(_ snapshot: Snapshot, settings: Shared<Settings>, at now: Instant) {
    self.settings = settings
    device = TrackedDevice(snapshot.device, settings: settings)
    apps = AppRecords(snapshot, settings: settings)
    runs = RunRecords(snapshot, settings: settings)
    processes = AppProcesses(snapshot, settings: settings)
    let learned = snapshot.learned.first { $0.name == Learned.device }
    forecastModel = ForecastModel(learned, at: now, settings: settings)
    checks = ConditionChecks(settings: settings)
    clocks = ObservedClocks(zoneSeconds: snapshot.zoneSeconds)
    pauses = Pauses(snapshot)
    quiet = QuietHours(settings: settings)
    alarm = WakeAlarm(snapshot.learned.first { $0.name == Learned.wakes })
  }
}
