import Scheduling
import Stepping
import Store
import Synchronization
import Testing

/// The thread of the steps is woken when an event is queued, and not more often.
struct InboxTests {
  @Test func whatIsToldBeforeThereIsAnybodyWaitsForThem() throws {
    let (inbox, outside, store) = (Inbox(), NotingEnvironment(), FailingStore())
    let wakes = Mutex(0)
    inbox.put(.event(.sleep(isComing: true)))
    let stepper = Stepper(
      InitialState(try store.load(), settings: Settings(), bootID: "boot"), store: store,
      inbox: inbox, at: outside.now)
    stepper.start(outside)
    #expect(outside.taken == 0)
    inbox.open { wakes.withLock { $0 += 1 } }
    inbox.put(.event(.sleep(isComing: false)))
    #expect(wakes.withLock(\.self) == 1)
    stepper.step([], outside)
    #expect(outside.taken == 2)
    stepper.step([], outside)
    #expect(wakes.withLock(\.self) == 1)
    inbox.put(.event(.time))
    #expect(wakes.withLock(\.self) == 2)
  }

  @Test func whoOpensAnEmptyOneIsNotWoken() {
    let inbox = Inbox()
    let wakes = Mutex(0)
    inbox.open { wakes.withLock { $0 += 1 } }
    #expect(wakes.withLock(\.self) == 0)
  }
}
