// All requests, one at a time: who looks at them between steps cannot hold a copy of all.
extension Scheduler {
  /// One past the highest slot that `request(inSlot:)` knows.
  package var slotCount: Int { requests.slotCount }

  /// The request in a slot, which keeps it as long as it is there; nil where the slot is free.
  package func request(inSlot slot: Int) -> Request? {
    slot < requests.slotCount ? requests[slot]?.request : nil
  }
}
