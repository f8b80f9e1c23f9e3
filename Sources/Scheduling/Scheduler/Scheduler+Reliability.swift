import OrderedCollections

// What runs of apps show of them.
extension Scheduler {
  /// Takes the end of a run into its app's record. Kinds that a bar does not concern do not count.
  mutating func noteConduct(of run: Run, _ ending: Ending, at now: Instant) {
    guard settings.rules(of: run.kind).obeysAppSwitches, var app = app(of: run.key),
      let conduct = Conduct(of: run, ending, at: now)
    else { return }
    app.reliability.note(conduct, at: now.wall, settings.reliability)
    if app.reliability != apps[app.key]?.reliability { put(app) }
  }
}
