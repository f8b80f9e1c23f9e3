import Testing

@testable import Scheduling

/// The parts of an evaluation that the index keeps depend only on their declared inputs. A change of any other input
/// leaves them the same.
struct PartInputsTests {
  /// Policies of the device part are evaluated once per profile, with any one request of it.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func theDevicePartReadsTheProfileAndTheDevice(packet: UInt64) {
    var random = SeededGenerator(seed: 9100 + packet)
    for number in 0..<1000 {
      let state = RandomState(Kind.allCases[number % Kind.allCases.count], &random)
      let known = candidate(state, state.app, state.device, at: state.now)
      var other = state
      other.request = disguised(state.request, &random)
      let app = random.flip() ? nil : RandomState(.refresh, &random).app
      var later = state.now
      later.wall = later.wall + .minutes(random.pick([0, 1, 10_000]))
      later.awake = later.awake + .minutes(random.pick([0, 1, 10_000]))
      let asked = candidate(
        other, app, state.device, at: later, stage: known.stage)
      #expect(GateProfile(of: other.request, stage: known.stage) == profile(of: known))
      #expect(rows(Policies.ofDevice, known) == rows(Policies.ofDevice, asked))
    }
  }

  /// The reasons of an app that hold its requests are kept until the app, power or a switch changes.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func theAppPartReadsTheAppAndPower(packet: UInt64) {
    var random = SeededGenerator(seed: 9200 + packet)
    for number in 0..<1000 {
      let state = RandomState(Kind.allCases[number % Kind.allCases.count], &random)
      var device = RandomState(.refresh, &random).device
      device.power = state.device.power
      device.battery = state.device.battery
      device.backgroundRefresh = state.device.backgroundRefresh
      // Only these values show whether the user is at the device.
      (device.isIdle, device.screenIsOn) = (state.device.isIdle, state.device.screenIsOn)
      device.load = state.device.load
      var other = state
      other.request = disguised(state.request, &random)
      other.request.key = state.request.key
      other.request.terms.isExpedited = state.request.terms.isExpedited
      other.request.terms.requires = Conditions(rawValue: random.pick([0, 1, 2, 3]))
      var later = state.now
      later.boot = later.boot + .days(random.pick([0, 3]))
      let known = candidate(state, state.app, state.device, at: state.now)
      let asked = candidate(other, state.app, device, at: later, stage: known.stage)
      #expect(rows(Policies.ofApp, known) == rows(Policies.ofApp, asked))
      #expect(lifts(known) == lifts(asked))
    }
  }

  /// A change of the device re-evaluates the policies that read a changed field.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func policiesReadTheFieldsThatTheyDeclare(packet: UInt64) {
    var random = SeededGenerator(seed: 9300 + packet)
    for number in 0..<1000 {
      let state = RandomState(Kind.allCases[number % Kind.allCases.count], &random)
      let other = RandomState(.refresh, &random).device
      for policy in Policies.all {
        var device = state.device
        for value in other.values where !policy.reads.contains(value.field) { device.apply(value) }
        let known = policy.verdict(
          on: candidate(state, state.app, state.device, at: state.now))
        let asked = policy.verdict(on: candidate(state, state.app, device, at: state.now))
        #expect(known == asked, "\(policy.name), \(packet), \(number)")
      }
    }
  }

  /// The check of present runs leaves out the policies that hold only starts.
  @Test func policiesThatHoldOnlyStartsHoldNoRun() {
    var random = SeededGenerator(seed: 9500)
    for number in 0..<2000 {
      let state = RandomState(Kind.allCases[number % Kind.allCases.count], &random)
      let candidate = candidate(state, state.app, state.device, at: state.now)
      for policy in Policies.all where policy.holdsOnlyStarts {
        guard let verdict = policy.verdict(on: candidate) else { continue }
        #expect(!verdict.forcesRun && !verdict.missesRequirement, "\(policy.name), \(number)")
        #expect(verdict.reason.map(\.traits.hold) != .startsAndRuns, "\(policy.name), \(number)")
      }
    }
  }

  /// Updating only the affected verdicts gives the same verdicts as a complete evaluation.
  @Test func verdictsThatAreAskedAnewAreThoseOfAll() {
    var random = SeededGenerator(seed: 9400)
    for number in 0..<2000 {
      let state = RandomState(Kind.allCases[number % Kind.allCases.count], &random)
      let other = RandomState(.refresh, &random).device
      let fields = other.changes(since: state.device).reduce(into: DeviceFields()) {
        $0.formUnion($1.field)
      }
      let known = PolicyVerdicts(
        Policies.ofDevice, on: candidate(state, nil, state.device, at: state.now))
      let changed = candidate(state, nil, other, at: state.now)
      #expect(
        PolicyVerdicts(known, evaluatingAgain: Policies.ofDevice(reading: fields), on: changed)
          == PolicyVerdicts(Policies.ofDevice, on: changed))
    }
  }

  /// Returns the request as another submitter would have submitted it. Gates read none of the changed fields.
  private func disguised(_ request: Request, _ random: inout SeededGenerator) -> Request {
    var other = request
    other.key.id = "other"
    other.sequence += 1000
    other.terms.command = Command(arguments: ["/bin/false"])
    other.submitted = request.submitted - .days(1)
    other.window = Window(
      opens: request.window.opens - .days(random.pick([0, 1, 30])),
      latest: random.flip() ? nil : RandomState.wall + .days(1), atLatest: .relax)
    other.terms.budget = .minutes(1)
    other.terms.grace = .seconds(1)
    other.terms.retries = 9
    other.progress.failures = random.pick([0, 3])
    other.progress.attempts = random.pick([0, 2])
    other.progress.backoffUntil = nil
    other.progress.lastSuccess = request.submitted
    return other
  }

  private func candidate(
    _ state: RandomState, _ app: App?, _ device: DeviceState, at now: Instant,
    stage: WindowStage? = nil
  ) -> Candidate {
    Candidate(
      Shared(state.request), app: app.map(Shared.init),
      device: Shared(DeviceView(device, settings: state.settings)), now: now,
      settings: Shared(state.settings), stage: stage)
  }

  private func profile(of candidate: Candidate) -> GateProfile {
    GateProfile(of: candidate.request, stage: candidate.stage)
  }

  private func rows(_ policies: Policies.Places, _ candidate: Candidate) -> [Verdict?] {
    policies.map { Policies.all[$0].verdict(on: candidate) }
  }

  private func lifts(_ candidate: Candidate) -> [WallTime?] {
    Policies.ofApp.map { place in
      let policy = Policies.all[place]
      return policy.verdict(on: candidate).flatMap { policy.liftTime(of: $0, on: candidate) }
    }
  }
}
