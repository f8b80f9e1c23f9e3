import Scheduling
import Simulation

/// Fills the day's number of refreshes by expected benefit: the learned chance that an open follows while the refresh
/// is fresh, by app and hour of the day.
///
/// At the beginning of each slot the rule ranks the hours of all apps in the next 24 hours. It refreshes the apps whose
/// present hour is among the best. Prefetching by learned chances of use is published, for example P. Baumann and S.
/// Santini, "Every byte counts: selective prefetching for mobile applications", IMWUT 1(2), 2017, doi:10.1145/3090052;
/// the ranking within a number a day is not theirs. Other work starts as soon as its requirements are met.
struct BenefitRule: ScoringRule {
  let work: ConditionRule
  var choice: RefreshChoice
  private var use = HourlyUse()

  init(settings: Settings, refreshesPerDay: Int) {
    work = ConditionRule(wait: .zero, settings: settings, refreshesPerDay: refreshesPerDay)
    choice = RefreshChoice(perDay: refreshesPerDay)
  }

  func slotLength(_ view: BaselineView) -> Duration { choice.spacing(view) }

  mutating func noteOpen(of app: AppKey, _ view: BaselineView) {
    use.note(app, at: view.now.wall, zoneSeconds: view.zoneSeconds)
  }

  /// Chooses the refreshes of a new slot: those whose expected benefit in this slot is among the best of all slots in
  /// the next 24 hours. The best are as many as the allowance plans for a day.
  mutating func chooseRefreshes(among due: [BaselineTask], _ view: BaselineView) {
    let slotLength = slotLength(view)
    guard choice.isDue(every: slotLength, view) else { return }
    let zone = Duration.seconds(view.zoneSeconds)
    let localNow = view.now.wall + zone
    let chances = use.chances(at: view.now.wall)
    var benefitsOfLaterSlots: [Double] = []
    let scored = due.map { task -> (task: BaselineTask, score: Double) in
      let chancePerHour = task.app.flatMap { chances[$0] } ?? [Double](repeating: 0, count: 24)
      let freshUntil = choice.freshUntil(task, view, spacing: slotLength) + zone
      // An open while the app is fresh anyway is no benefit of another refresh.
      func benefit(ofSlotAt begin: WallTime) -> Double {
        chancePerHour.expected(from: max(begin, freshUntil), to: begin + slotLength)
      }
      var begin = localNow + slotLength
      while begin < localNow + .days(1) {
        benefitsOfLaterSlots.append(benefit(ofSlotAt: begin))
        begin = begin + slotLength
      }
      return (task, benefit(ofSlotAt: localNow))
    }
    let ranked = (benefitsOfLaterSlots + scored.map(\.score)).sorted(by: >)
    choice.choose(scored, from: ranked.leastOfBest(choice.allowance.planned))
  }
}
