import Control
import Scheduling
import VarlinkServer

extension CallTable {
  /// Adds `ListQuotas`, and `ResetQuota` and `SetTier`, which only privileged callers may use. In each `addChange`, the
  /// first closure makes the event of a call, and `reply` the reply after the commit.
  mutating func addQuotas() {
    addRead(ListQuotas.self) { call, caller, view throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      let apps = try view.apps(scope, id: call.id, caller)
      return ListQuotas.Reply(
        quotas: apps.map { QuotaInfo($0.key, $0.quota(at: view.now, view.core.settings)) })
    }
    addChange(ResetQuota.self) { call, caller, _, ticket throws(Refusal) in
      try caller.requirePrivilege(to: "reset quotas")
      let key = AppKey(owner: try Scope.owner(named: call.owner, by: caller), id: call.id)
      return .app(key, .quotaReset, ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      ResetQuota.Reply()
    }
    addChange(SetTier.self) { call, caller, _, ticket throws(Refusal) in
      try caller.requirePrivilege(to: "set tiers")
      let key = AppKey(owner: try Scope.owner(named: call.owner, by: caller), id: call.id)
      return .app(key, .tierSet(try Tier.named(call.tier)), ticket)
    } reply: { _, _, _, _ throws(Refusal) in
      SetTier.Reply()
    }
  }
}

extension EngineView {
  /// Returns the registered apps in `scope`, or only those with this `id`. Throws a refusal if no app has the `id`.
  func apps(_ scope: Scope, id: String?, _ caller: Caller) throws(Refusal) -> [App] {
    let visible = core.allApps.filter { scope.owner == nil || $0.key.owner == scope.owner }
    guard let id else { return visible }
    let named = visible.filter { $0.key.id == id }
    if named.isEmpty {
      throw .unknown(AppKey(owner: caller.uid, id: id), among: visible.map(\.key.id))
    }
    return named
  }
}

extension Tier {
  /// Returns the tier of this name; `nil` if there is no name, which lets the app's use determine its tier again.
  /// Throws a refusal if the name is unknown.
  fileprivate static func named(_ text: String?) throws(Refusal) -> Tier? {
    guard let text else { return nil }
    if let tier = Tier(rawValue: text) { return tier }
    throw Refusal(
      field: "tier", value: text,
      allowed: Tier.allCases.map(\.rawValue).joined(separator: ", "))
  }
}

extension QuotaInfo {
  /// Describes the quota of the app `key`, and how much of it is used. The allowed time is `nil` if the tier does not
  /// limit the time.
  fileprivate init(_ key: AppKey, _ quota: QuotaReport) {
    self.init(
      id: key.id, owner: Int64(key.owner), tier: quota.tier.rawValue,
      tierSource: quota.source.rawValue, inQuota: quota.isInQuota, returns: quota.returns?.text,
      window: quota.limits?.window.seconds,
      allowed: quota.limits.flatMap { $0.bindsTime ? $0.allowed.seconds : nil },
      used: quota.used.seconds, room: quota.room.seconds,
      runsAllowed: quota.limits.map { Int64($0.runs) }, runs: Int64(quota.runs),
      sessionsAllowed: quota.limits.map { Int64($0.sessions) }, sessions: Int64(quota.sessions),
      dayAllowed: quota.dailyCap.seconds, dayUsed: quota.usedToday.seconds,
      expeditedAllowed: quota.limits?.expedited.seconds,
      expeditedUsed: quota.expeditedUsed.seconds, spacedUntil: quota.spacedUntil?.text,
      charged: quota.isCharged)
  }
}
