import Control
import Scheduling
import VarlinkServer

// Widths of groups, and slots of classes of kinds.
extension CallTable {
  /// Adds `ListGroups`, `SetGroup`, `GetSlots` and `SetSlots`. In each `addChange`, the first closure makes the event
  /// of a call, and `reply` the reply after the commit.
  ///
  /// - Parameter policy: The settings, and their sources.
  mutating func addConcurrency(_ policy: PolicyInForce) {
    let sources = SlotSources(policy)
    addRead(ListGroups.self) { call, caller, view throws(Refusal) in
      let scope = try Scope(caller, owner: call.owner, allUsers: call.allUsers)
      return ListGroups.Reply(
        groups: view.core.groups(of: scope.owner).map { GroupInfo($0, view.core) })
    }
    addChange(SetGroup.self) { call, caller, _, ticket throws(Refusal) in
      let owner = try Scope.owner(named: call.owner, by: caller)
      return .setWidth(
        try call.width.map { (width) throws(Refusal) in try Self.whole(width, "width") },
        GroupKey(owner: owner, name: call.name), ticket)
    } reply: { call, caller, view, _ throws(Refusal) in
      let key = GroupKey(owner: try Scope.owner(named: call.owner, by: caller), name: call.name)
      return SetGroup.Reply(group: GroupInfo(view.core.group(key), view.core))
    }
    addRead(GetSlots.self) { _, _, view throws(Refusal) in
      GetSlots.Reply(slots: view.core.slots(sources))
    }
    addChange(SetSlots.self) { call, caller, _, ticket throws(Refusal) in
      try caller.requirePrivilege(to: "change the slots of the machine")
      guard let kinds = KindRules.ConcurrencyClass(name: call.name) else {
        let names = KindRules.ConcurrencyClass.allCases.map(\.name)
        throw Refusal(field: "name", value: call.name, allowed: names.joined(separator: ", "))
      }
      let numbers = SlotNumbers(
        all: try call.slots.map { (count) throws(Refusal) in try Self.whole(count, "slots") },
        perUser: try call.perUser.map { (count) throws(Refusal) in
          try Self.whole(count, "perUser")
        })
      return .setSlots(numbers, kinds, isReset: call.reset == true, ticket)
    } reply: { _, _, view, _ throws(Refusal) in
      SetSlots.Reply(slots: view.core.slots(sources))
    }
  }

  /// Returns `count` as a number of the core. Throws a refusal if it is too large for one.
  private static func whole(_ count: Int64, _ field: String) throws(Refusal) -> Int {
    guard let whole = Int(exactly: count) else {
      throw Refusal(field: field, value: String(count), allowed: "a number from 1 to 1000")
    }
    return whole
  }
}

extension GroupInfo {
  /// Describes `group`, with whether a pause of `core` covers all its requests.
  fileprivate init(_ group: GroupState, _ core: Scheduler) {
    self.init(
      name: group.key.name, owner: Int64(group.key.owner), width: Int64(group.width),
      running: group.running.map(\.id), waiting: Int64(group.waiting),
      paused: core.pauses.contains { $0.scope.coversAll(of: group.key) })
  }
}

extension Scheduler {
  /// Returns the slots of each class of kinds, for people and programs.
  fileprivate func slots(_ sources: SlotSources) -> [SlotsInfo] {
    KindRules.ConcurrencyClass.allCases.map { kinds in
      // A number that an administrator has set replaces the usual one.
      let source = concurrency.givenSlots(of: kinds) == nil ? sources[kinds] : .set
      return SlotsInfo(
        name: kinds.name, slots: Int64(concurrency.slots(of: kinds, settings)),
        usualSlots: Int64(settings.runsAtOnce(in: kinds)), source: source.rawValue,
        machine: sources[kinds] == .machine ? sources.machine?.text : nil,
        perUser: concurrency.slotsPerUser(of: kinds).map { Int64($0) },
        running: Int64(
          runs.count { settings.rules(of: $0.kind).concurrencyClass == kinds }))
    }
  }
}
