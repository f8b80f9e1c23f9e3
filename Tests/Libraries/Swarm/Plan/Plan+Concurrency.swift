import Scheduling

// Actions that change the limits of simultaneous runs.
extension Plan {
  /// Returns a new width of a group, or new numbers of slots. Some of them are not allowed.
  func concurrency(_ random: inout RandomSource) -> Action {
    if random.isOne(in: 2) {
      let group = GroupKey(owner: random.pick(Self.owners), name: random.pick(["disk", "net"]))
      let width = random.pick([nil, 0, 1, 1, 2, 3])
      return .call { .setWidth(width, group, $0) }
    }
    let kinds = random.pick(KindRules.ConcurrencyClass.allCases)
    let numbers = SlotNumbers(
      all: random.pick([nil, 1, 2, 3, 2000]), perUser: random.pick([nil, 1, 2]))
    return .call { .setSlots(numbers, kinds, isReset: false, $0) }
  }
}
