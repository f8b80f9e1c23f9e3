import Scheduling
import Simulation

/// Fills the day's number of refreshes by expected benefit: the learned chance that an open follows while the refresh
/// is fresh, by app and hour of the day.
///
/// At the beginning of each slot the rule ranks the hours of all apps in the next 24 hours. It refreshes the apps whose
/// present hour is among the best. Prefetching by learned chances of use is published, for example P. Baumann and S.
/// Santini, "Every byte counts: selective prefetching for mobile applications", IMWUT 1(2), 2017, doi:10.1145/3090052;
/// the ranking within a number a day is not theirs. Other work starts as soon as its requirements are met.
struct BenefitRule: BaselineRule {
  private var work: ConditionRule
  private var choice: RefreshChoice
  private var use = HourlyUse()

  init(settings: Settings, refreshesPerDay: Int) {
    work = ConditionRule(wait: .zero, settings: settings, refreshesPerDay: refreshesPerDay)
    choice = RefreshChoice(perDay: refreshesPerDay)
  }

  func startTime(of task: BaselineTask, _ view: BaselineView) -> WallTime? {
    task.isRefresh
      ? choice.startTime(of: task, every: choice.rest(view), view) : work.startTime(of: task, view)
  }

  func plannedStop(of task: BaselineTask, _ view: BaselineView) -> BaselineStop? {
    work.plannedStop(of: task, view)
  }

  mutating func noteOpen(of app: AppKey, _ view: BaselineView) {
    use.note(app, at: view.now.wall, zoneSeconds: view.zoneSeconds)
  }

  mutating func chooseRefreshes(among due: [BaselineTask], _ view: BaselineView) {
    let rest = choice.rest(view)
    guard choice.isDue(every: rest, view) else { return }
    let zone = Duration.seconds(view.zoneSeconds)
    let now = view.now.wall + zone
    let chances = use.chances(at: view.now.wall)
    var later: [Double] = []
    let scored = due.map { task -> (task: BaselineTask, score: Double) in
      let hours = task.app.flatMap { chances[$0] } ?? [Double](repeating: 0, count: 24)
      let covered = choice.covered(task, view, rest: rest) + zone
      var begin = now + rest
      while begin < now + .days(1) {
        later.append(hours.expected(from: max(begin, covered), to: begin + rest))
        begin = begin + rest
      }
      return (task, hours.expected(from: max(now, covered), to: now + rest))
    }
    let ranked = (later + scored.map(\.score)).sorted(by: >)
    choice.choose(scored, from: ranked.bar(ofBest: choice.allowance.planned))
  }

  mutating func noteStart(of task: BaselineTask, _ view: BaselineView) {
    if task.isRefresh { choice.noteStart(of: task) }
  }
}
