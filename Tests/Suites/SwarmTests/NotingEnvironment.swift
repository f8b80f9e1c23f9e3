import Scheduling
import Stepping
import Store

/// An outside that notes its orders, with a store whose commits can fail.
final class NotingEnvironment: StepEnvironment {
  var now = Instant(
    wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
    awake: AwakeTime(seconds: 3600))
  var orders: [String] = []
  /// The failure commands that were ordered.
  var failureCommands: [FailureCommand] = []
  /// The number of facts that the scheduler has received.
  var taken = 0

  var real: Int64 { now.awake.nanoseconds }
  func carryOut(_ effect: Effect.Immediate) {
    switch effect {
    case .warn(let run, let reason): orders.append("signal \(run.key.id) \(reason.text)")
    case .signal(let run, _, let why): orders.append("signal \(run.key.id) \(why)")
    case .kill(let run): orders.append("kill \(run.key.id)")
    case .killCheck(let check): orders.append("kill \(check.key.id)")
    case .freeze(let run): orders.append("freeze \(run.key.id)")
    case .killApp(let process): orders.append("kill process \(process.id)")
    case .poll: break
    }
  }
  func carryOut(_ effect: Effect.AfterCommit) {
    switch effect {
    case .launch(let run, _): orders.append("launch \(run.key.id)")
    case .check(let check, _): orders.append("check \(check.key.id)")
    case .thaw(let run): orders.append("thaw \(run.key.id)")
    case .launchApp(let process, _): orders.append("launch process \(process.id)")
    case .deliver(let run): orders.append("hand over \(run.key.id)")
    case .suspendApp(let process): orders.append("suspend process \(process.id)")
    case .resumeApp(let process): orders.append("resume process \(process.id)")
    case .runFailureCommand(let command, _):
      failureCommands.append(command)
      orders.append("report \(command.key.id)")
    case .answer, .announce, .startUnit, .notifyOwner: break
    }
  }
  func runStored(_ command: FailureCommand) { orders.append("report \(command.key.id) again") }
  func addingKnownData(to fact: Event) -> Event {
    taken += 1
    return fact
  }
  func commitFailed(_ error: StoreError, isFirst: Bool) {}
  func commitsSucceedAgain() {}
  func endProcess(because error: StoreError) { orders.append("give up") }

  func take() -> [String] {
    defer { orders = [] }
    return orders
  }
}

/// A store in memory whose next commits fail.
final class FailingStore: Store {
  let memory = MemoryStore()
  var failures = 0

  func commit(_ changes: [Change], at instant: Instant, bootID: String) throws(StoreError) {
    if failures > 0 {
      failures -= 1
      throw .full(path: "/somewhere")
    }
    try memory.commit(changes, at: instant, bootID: bootID)
  }

  func load() throws(StoreError) -> Snapshot { try memory.load() }
  func runs(_ query: RunQuery) throws(StoreError) -> [Run] { try memory.runs(query) }
  func deviceHistory(limit: Int) throws(StoreError) -> [DeviceEvent] {
    try memory.deviceHistory(limit: limit)
  }
  func past(_ query: PastQuery) throws(StoreError) -> [PastRecord] { try memory.past(query) }
  func failureCommands() throws(StoreError) -> [FailureCommand] { try memory.failureCommands() }
  var canCutByAge: Bool { memory.canCutByAge }
  func close() {}
}
