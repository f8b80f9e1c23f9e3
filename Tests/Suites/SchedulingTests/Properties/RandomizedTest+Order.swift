import Testing

@testable import Scheduling

/// The order of requests, derived a second time: smaller numbers come first.
private struct Order {
  var numbers: [Int64]

  init(
    _ request: Request, of app: App?, score: Double?, _ turn: Turn?, at now: WallTime,
    _ settings: Settings
  ) {
    let turn = turn ?? request.turn
    let isUrgent = request.terms.kind == .userInitiated || request.terms.isExpedited
    let isOverdue = request.window.latest.map { $0 <= now } ?? false
    let thousandths = Int64(((score ?? 1) * 1000).rounded())
    numbers = [
      isUrgent ? 0 : 1, isOverdue ? 0 : 1, Int64(-settings.rules(of: request.terms.kind).priority),
      Int64(-(request.terms.run.priority ?? 0)),
      -thousandths, app?.lastServed?.nanoseconds ?? .min, turn.sequence, turn.run, turn.check,
    ]
  }

  func comes(before other: Order) -> Bool {
    numbers.lexicographicallyPrecedes(other.numbers)
  }
}

extension RandomizedTest {
  /// A run that the scheduler chose to start, with the state of all apps at that time.
  struct Choice {
    var run: Run
    var apps: [AppKey: App]
  }

  /// Returns the choices among `effects`, and notes the changes of apps.
  mutating func choices(_ effects: [Effect]) -> [Choice] {
    var choices: [Choice] = []
    var before = apps
    for effect in effects {
      switch effect {
      case .change(.putApp(let app)):
        before = apps
        apps[app.key] = app
      case .change(.removeApp(let key)):
        apps[key] = nil
      case .afterCommit(.announce(.started(let run))) where !run.isForced:
        // The last noted change of its app is the start itself.
        choices.append(Choice(run: run, apps: run.key.app == nil ? apps : before))
      default:
        break
      }
    }
    return choices
  }

  /// Checks that no request that waits only for room comes before a request that was started: no other request of the
  /// same user, and none of a user with fewer slots. Returns the number of requests that waited.
  @discardableResult
  func checkOrder(_ choices: [Choice]) -> Int {
    var compared = 0
    for choice in choices {
      guard let request = snapshot.requests.first(where: { $0.sequence == choice.run.sequence })
      else { continue }
      let order = order(of: request, choice.apps)
      for other in waitingForRoom(beside: request, choice.run) {
        compared += 1
        let isBefore =
          other.key.owner == request.key.owner
          ? self.order(of: other, choice.apps).comes(before: order)
          : slots(of: other.key.owner, beside: choice.run, withTrials: true)
            < slots(of: request.key.owner, beside: choice.run, withTrials: false)
        if isBefore {
          Issue.record("\(description): \(request.key) was started before \(other.key)")
        }
      }
    }
    return compared
  }

  /// Returns the number of slots of the class of `run` that a user had when the run started, with condition checks if
  /// `withTrials`.
  private func slots(of owner: UInt32, beside run: Run, withTrials: Bool) -> Int {
    let settings = scheduler.settings
    func isOfUser(_ key: RequestKey, _ kind: Kind) -> Bool {
      key.owner == owner
        && settings.rules(of: kind).concurrencyClass
          == settings.rules(of: run.kind).concurrencyClass
    }
    let runs = scheduler.runs.count { $0.id < run.id && isOfUser($0.key, $0.kind) }
    let checks = conditions.trials.map(\.check)
    return runs + (withTrials ? checks.count { isOfUser($0.key, $0.kind) } : 0)
  }

  /// Returns the requests that could have started in place of the run.
  private func waitingForRoom(beside started: Request, _ run: Run) -> [Request] {
    let settings = scheduler.settings
    let kinds = settings.rules(of: started.terms.kind).concurrencyClass
    guard !scheduler.context.runs.capacity.hasFreeSlot(kinds) else { return [] }
    let beside = scheduler.runs.filter { settings.rules(of: $0.kind).concurrencyClass == kinds }
    let isBeyond = beside.count { $0.id < run.id } >= settings.runsAtOnce(in: kinds)
    return scheduler.allRequests.filter { other in
      // Beyond the slots there is one place per user, for requests that must run at their latest date.
      (!isBeyond || other.window.mustRun(at: now.wall) && other.key.owner == run.key.owner)
        && settings.rules(of: other.terms.kind).concurrencyClass == kinds
        && scheduler.run(of: other.key) == nil
        && scheduler.explain(other.key, at: now)?.reasons == [.concurrencyLimit]
        && !hasOthersOfItsGroup(other)
        // A request with a condition would need a check first.
        && (other.terms.needs.condition == nil || conditions.holds(other.sequence, at: now))
    }
  }

  /// Whether other requests of its group also wait. The first in the order of the group represents them.
  private func hasOthersOfItsGroup(_ request: Request) -> Bool {
    guard let group = GroupKey(of: request) else { return false }
    return scheduler.allRequests.contains {
      $0.sequence != request.sequence && GroupKey(of: $0) == group
    }
  }

  private func order(of request: Request, _ apps: [AppKey: App]) -> Order {
    let settings = scheduler.settings
    let app = request.key.app.flatMap { apps[AppKey(owner: request.key.owner, id: $0)] }
    var candidate = Candidate(
      Shared(request), app: app.map(Shared.init), device: scheduler.context.device.shared,
      now: now, settings: scheduler.context.settings)
    candidate.valuation = scheduler.context.lastingValuation(for: candidate)
    let score = Combination(Policies.verdicts(on: candidate)).sums?.score
    let table = scheduler.requests.table
    let turn = table.slot(of: request.key).flatMap { table.turn(inSlot: $0) }
    return Order(request, of: app, score: score, turn, at: now.wall, settings)
  }

  // MARK: A crowd

  /// Lets many requests wait for a locked device, unlocks it, and lets them start one by one. Returns how often a
  /// request started while others waited for room.
  mutating func crowd() -> Int {
    handle(.device([.locked(true), .idle(true), .power(.ac), .storage(.ok)], nil))
    for app in ["reader", "chat"] {
      let key = AppKey(owner: 1000, id: app)
      handle(.registerApp(App(key: key, registered: now.wall), nextTicket()))
      handle(.app(key, .tierSet(.exempted), nextTicket()))
    }
    pass(.minutes(6))
    for _ in 0..<30 { handle(.submit(submission(), nextTicket())) }
    pass(.seconds(random.pick([0, 70, 1500])))
    compared = 0
    handle(.device([.locked(false)], nil))
    for _ in 0..<12 {
      guard let run = scheduler.runs.first else { break }
      end(run.id, ProcessExit(exit: random.pick([0, 1])))
      pass(.seconds(random.pick([0, 1, 20])))
    }
    return compared
  }
}
