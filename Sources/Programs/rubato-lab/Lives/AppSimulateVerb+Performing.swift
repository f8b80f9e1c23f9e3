import Control
import Report
import Scheduling
import Simulation
import Studies
import Terminal
import Verbs

extension AppSimulateVerb: LaboratoryWork {
  /// Lets the app run with a private daemon through the simulated life of a device, and prints a report of its tasks
  /// and launches.
  func perform() throws {
    let layout = try AppLayout(path, infoPlist: infoPlist)
    let subject = try world.subject()
    let seed = try world.seedNumber() ?? subject.seed
    let experiment = try makeExperiment(of: subject, seed)
    let timeline = experiment.timeline
    let range = timeline.starts..<max(timeline.starts, timeline.ends)
    let daemon = try PrivateDaemon(
      at: timeline.starts, zoneSeconds: timeline.zoneSeconds, policy: world.policy)
    let app = try LivingApp(layout, context, on: daemon)
    var life = try AppLife(experiment, user: user, of: app, on: daemon)
    let line = ProgressLine()
    defer { line.wipe() }
    try life.play(progress: line.show)
    let launches = try AppLaunches(recording: daemon.recording).all
    let lifeReport = AppLifeReport(
      app: app.id, world: subject.name, seed: seed, range, opens: life.visits.count,
      slept: try daemon.session.call(GetClock()).slept,
      runs: life.runs.values.sorted { $0.run < $1.run }, launches)
    try write(lifeReport, life, launches, range)
    // The report does not begin in the line of the progress.
    line.wipe()
    if json { return Output.print(JSONLayout.indented(lifeReport)) }
    let screen = Screen.standardOutput(now: WallTime(seconds: 0))
    Output.print(lifeReport.lines(on: screen).joined(separator: "\n"))
  }

  /// Returns the world of `seed`, or of the chosen device if worlds are devices.
  private func makeExperiment(of subject: Subject, _ seed: UInt64) throws(Failure) -> Experiment {
    do throws(SimulationError) {
      return try subject.experiment(seed: subject.worlds == .device ? subject.seed : seed)
    } catch {
      throw .refused(error.description)
    }
  }

  /// Writes the page with the app's life, if `--report` names a file.
  private func write(
    _ lifeReport: AppLifeReport, _ life: AppLife, _ launches: [AppLaunch], _ range: Range<WallTime>
  ) throws(Failure) {
    guard let report else { return }
    var story = Story(title: lifeReport.app, range: range)
    story.facts =
      [Story.Fact("World", lifeReport.world), Story.Fact("Seed", "\(lifeReport.seed)")]
      + lifeReport.facts
    story.device = life.moments
    var app = Story.App(name: lifeReport.app, opens: life.visits)
    app.processes = launches.map { $0.life(until: range.upperBound) }
    app.awake = launches.flatMap { $0.awake(until: range.upperBound) }
    story.apps = [app]
    story.tasks = lifeReport.tasks.compactMap { task in
      StoryTask(lifeReport.runs.filter { $0.id == task.id }, life.moments)
    }
    try TextFile.write(ReportPage.text(story), to: report)
  }
}

extension StoryTask {
  /// Creates the task of an app that is the only one in its story; `nil` if there are no runs.
  fileprivate init?(_ runs: [RunInfo], _ moments: [DeviceMoment]) {
    guard let first = runs.first, let kind = Kind(rawValue: first.kind) else { return nil }
    self.init(app: 0, id: first.id, kind: kind)
    self.runs = runs.compactMap { StoryRun($0, moments) }
  }
}

extension StoryRun {
  /// - Parameter moments: The reported device values, which determine how long a run was on battery and the like.
  fileprivate init?(_ run: RunInfo, _ moments: [DeviceMoment]) {
    guard let outcome = run.outcome.flatMap(Outcome.init(rawValue:)),
      let end = run.end.flatMap(UniversalTime.parse)
    else { return nil }
    let start = run.start.flatMap(UniversalTime.parse) ?? end
    self.init(
      run: run.run, range: start..<max(start, end), outcome: outcome,
      stopReason: run.stopReason.map { StopReason(kept: $0, message: run.stopMessage) })
    wasKilled = run.killed
    budget = .seconds(run.budget)
    cpu = run.cpuSeconds.map { .seconds($0) }
    let length = range.upperBound - range.lowerBound
    if outcome == .completed { saved = length } else { lost = length }
    let values = moments.prefix { $0.at <= start }.flatMap(\.values)
    if values.last(of: "power") == "battery" { onBattery = length }
    if values.last(of: "network") == "cellular" { onCellular = length }
    if values.last(of: "idle") == "no" { inUse = length }
  }
}

extension [DeviceValue] {
  /// Returns the last word of a field of the device; `nil` if there is none.
  fileprivate func last(of key: String) -> String? { last { $0.key.text == key }?.word }
}
