import Scheduling

// Actions that pause and resume requests.
extension Plan {
  func pause(_ random: inout RandomSource) -> Action {
    let key = key(&random)
    var scope = PauseScope(owner: random.pick([nil, key.owner]))
    if random.isOne(in: 4) { scope.app = key.app }
    if random.isOne(in: 4) { scope.kinds = [random.pick(Kind.allCases)] }
    if random.isOne(in: 4) { scope.ids = [key.id] }
    let (by, made) = (random.pick(Self.owners), scope)
    if random.isOne(in: 2) {
      let lifting = PauseLifting(
        by: random.pick([nil, by]), scope: random.isOne(in: 3) ? made : nil)
      return .call { .resume(lifting, $0) }
    }
    let runs = random.pick(Pause.Runs.allCases)
    let length = Duration.seconds(random.pick([1, 60, 3600, 90_000]))
    let lasting = random.pick(["lifted", "until", "until", "restart"])
    return .pause(length: lasting == "until" ? length : nil) { now in
      Pause(
        by: by, name: "user \(by)", scope: made, since: now,
        lasting: lasting == "until"
          ? .until(now + length) : lasting == "restart" ? .untilRestart : .untilLifted,
        runs: runs)
    }
  }
}
