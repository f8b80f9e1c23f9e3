import OrderedCollections
import Scheduling
import Simulation

/// Refreshes an app when its chance of a use within the hour passes a bar, by the app that will follow and by the time
/// until the next use: APPM with its model of the time till usage (A. Parate, M. Böhmer, D. Chu, D. Ganesan, B. M.
/// Marlin, "Practical prediction and prefetch for faster access to applications on mobile phones", UbiComp 2013,
/// doi:10.1145/2493432.2493490).
///
/// The paper decides when the screen is unlocked. This rule decides at each open and each quarter of an hour, since it
/// has a number of refreshes to use. The bar is the score that so many apps reached in an hour of the last week. Order,
/// smoothing and bar are not the paper's. Other work starts as soon as its requirements are met.
struct AppmRule: ScoringRule {
  /// The number of last apps by which the next one is predicted.
  private static let order = 3
  /// The time between two decisions without an open.
  private static let slot = Duration.minutes(15)

  let work: ConditionRule
  var choice: RefreshChoice
  private var sequence = PartialMatch(order: order)
  /// The chance of each app to be opened next, after the last open.
  private var successors: [AppKey: Double] = [:]
  /// The times from an app's use to its next.
  private var returns: [AppKey: UseGaps] = [:]
  /// The times from the use of the app before.
  private var arrivals: [AppKey: UseGaps] = [:]
  private var lastOpen: WallTime?
  private var scores = ScoreHistory()

  init(settings: Settings, refreshesPerDay: Int) {
    work = ConditionRule(wait: .zero, settings: settings, refreshesPerDay: refreshesPerDay)
    choice = RefreshChoice(perDay: refreshesPerDay)
  }

  func slotLength(_ view: BaselineView) -> Duration { Self.slot }

  /// Learns the successor of the last apps, and the times since the last use. The chances are then judged again.
  mutating func noteOpen(of app: AppKey, _ view: BaselineView) {
    sequence.note(app)
    successors = sequence.chances()
    let now = view.now.wall
    if let lastOpen { arrivals[app, default: UseGaps()].note(now - lastOpen) }
    if let last = view.opened[app] { returns[app, default: UseGaps()].note(now - last) }
    lastOpen = now
    choice.invalidate()
  }

  /// Chooses the refreshes whose score reaches the bar, in a new slot or after an open.
  mutating func chooseRefreshes(among due: [BaselineTask], _ view: BaselineView) {
    guard choice.isDue(every: Self.slot, view) else { return }
    let spacing = choice.spacing(view)
    let scored = due.map { task -> (task: BaselineTask, score: Double) in
      // A fresh app is refreshed only if the allowance would be lost otherwise.
      let isFresh = choice.freshUntil(task, view, spacing: spacing) > view.now.wall
      return (task, isFresh ? 0 : score(of: task, view))
    }
    scores.add(scored.map { ($0.task.request.key, $0.score) }, at: view.now.wall)
    choice.choose(scored, from: scores.bar(for: choice.allowance.planned))
  }

  /// Returns the chance that the task's app is used within the hour: as the next app, or because its own time has come.
  private func score(of task: BaselineTask, _ view: BaselineView) -> Double {
    guard let app = task.app else { return 0 }
    let follows = (successors[app] ?? 0) * chance(of: arrivals[app], after: lastOpen, view)
    let comesBack = chance(of: returns[app], after: view.opened[app], view)
    // The chance that at least one of the two happens, if they are independent.
    return 1 - (1 - follows) * (1 - comesBack)
  }

  /// Returns the chance of a use in the next hour by the gaps since `last`; 0 if there was none.
  private func chance(of gaps: UseGaps?, after last: WallTime?, _ view: BaselineView) -> Double {
    guard let last else { return 0 }
    return (gaps ?? UseGaps()).chanceWithinHour(after: view.now.wall - last)
  }
}

/// The best score of each refresh in each hour of the last week.
private struct ScoreHistory {
  /// The number of hours that are kept: a week.
  private static let keptHours = 168

  /// The scores of past hours, in order.
  private var past: [(hour: Int64, scores: [Double])] = []
  /// The present hour, counted from 1970, and the best score of each refresh in it.
  private var presentHour: Int64 = .min
  private var presentScores: OrderedDictionary<RequestKey, Double> = [:]
  /// All scores of past hours, the greatest first.
  private var ranked: [Double] = []

  /// Records the scores at the present moment. If a new hour has begun, the scores of the hour before become past.
  mutating func add(_ scores: [(RequestKey, Double)], at now: WallTime) {
    let hour = now.nanoseconds / Duration.hours(1).nanoseconds
    if hour != presentHour {
      past.append((presentHour, Array(presentScores.values)))
      past.removeAll { $0.hour <= hour - Int64(Self.keptHours) }
      ranked = past.flatMap(\.scores).sorted(by: >)
      presentHour = hour
      presentScores = [:]
    }
    for (key, score) in scores { presentScores[key] = max(score, presentScores[key] ?? 0) }
  }

  /// Returns the score that `perDay` refreshes of a past day reached; 0 if there were fewer.
  func bar(for perDay: Double) -> Double {
    ranked.leastOfBest(perDay * Double(past.count) / 24)
  }
}
