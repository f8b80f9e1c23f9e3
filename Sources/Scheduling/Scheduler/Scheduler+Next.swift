extension Scheduler {
  /// The earliest moment at which a request may start: when all is over that only time ends, since the
  /// device may change before. Where nothing such holds it, when all that does gives way at the latest;
  /// nil where it waits for something whose time nobody knows.
  func next(
    _ candidate: Candidate, _ causes: [Explanation.Cause], _ rows: [Explanation.Row],
    _ prospect: Explanation.Prospect?
  ) -> WallTime? {
    let bounds = causes.filter { $0.reason.traits.end == .time }
    var latest = candidate.now.wall
    for cause in bounds.isEmpty ? causes : bounds {
      let verdict = rows.first { $0.verdict.reason == cause.reason }?.verdict
      guard let moment = lifts(cause.reason, verdict, candidate, prospect) else { return nil }
      latest = max(latest, moment)
    }
    return latest
  }

  /// When `reason` goes away, by itself or because it gives way, if it does.
  private func lifts(
    _ reason: Reason, _ verdict: Verdict?, _ candidate: Candidate,
    _ prospect: Explanation.Prospect?
  ) -> WallTime? {
    [ends(reason, candidate, prospect), verdict.flatMap { givesWay($0, reason, candidate) }]
      .compactMap(\.self).min()
  }

  private func ends(
    _ reason: Reason, _ candidate: Candidate, _ prospect: Explanation.Prospect?
  ) -> WallTime? {
    let now = candidate.now
    switch reason {
    case .earliest: return candidate.request.window.opens
    case .backoff: return candidate.request.backoffUntil.map { now.wall + ($0 - now.awake) }
    case .condition:
      guard case .failed(_, let until) = check(of: candidate.request), until > now.awake else {
        return nil
      }
      return now.wall + (until - now.awake)
    case .herd:
      return wall(of: BootTime(nanoseconds: settings.herdTime.nanoseconds), now)
    case .power where !device.raw.isOnBattery:
      let settles = device.onBattery.settles ?? device.onBatteryAtOnce.settles
      return settles.map { wall(of: $0, now) }
    case .betterMoment, .shortSpell:
      return prospect?.hold?.lasts.map { now.wall + $0 }
    case .thermal:
      return device.cools(settings).map { wall(of: $0, now) }
    case .lowPower: return settings.lowPowerMoment(of: candidate.request)
    default:
      return Policies.ofApp.lazy.compactMap { policy in
        policy.verdict(on: candidate)
          .flatMap { $0.reason == reason ? policy.lifts($0, on: candidate) : nil }
      }.first
    }
  }

  private func wall(of moment: BootTime, _ now: Instant) -> WallTime {
    now.wall + (moment - now.boot)
  }

  /// When a veto gives way to the closing window, if it does.
  private func givesWay(
    _ verdict: Verdict, _ reason: Reason, _ candidate: Candidate
  ) -> WallTime? {
    let window = settings.closingWindow(of: candidate.request)
    guard verdict.decision == .mustNotProceed, reason != .group, window.latest != nil else {
      return nil
    }
    switch window.atLatest {
    case .drop: return nil
    case _ where verdict.ground == .required: return nil
    case .run: return window.latest
    case .relax where reason == .herd: return nil
    case .relax where reason == .userActive: return window.moment(at: settings.relaxedIdleShare)
    case .relax where reason == .power && (device.raw.battery ?? 100) < settings.relaxedBattery:
      return nil
    case .relax where verdict.ground == .preferred:
      return relaxation(of: reason, candidate.request)
    case .relax: return window.latest
    }
  }

  /// When what `request` prefers, and `reason` says is not met, gives way.
  private func relaxation(of reason: Reason, _ request: Request) -> WallTime? {
    let conditions = Conditions.named.map(\.condition)
      .filter { request.prefers.contains($0) && reason.traits.conditions.contains($0) }
    return conditions.map { settings.relaxedShare(of: $0, among: request.prefers) }.max()
      .flatMap { settings.closingWindow(of: request).moment(at: $0) }
  }
}
