import Foundation
import Testing
import Transfers

/// The time until the server allows the next try of a transfer.
struct RetryTimeTests {
  @Test func aTryWaitsForTheServersTime() {
    var state = TransferState()
    #expect(state.secondsToNextTry(at: 1000) == nil)
    state.setWait(60, from: 1000)
    #expect(state.notBefore == 1060)
    #expect(state.secondsToNextTry(at: 1000) == 60)
    #expect(state.secondsToNextTry(at: 1059) == 1)
    #expect(state.secondsToNextTry(at: 1060) == nil)
    state.setWait(nil, from: 1000)
    #expect(state.notBefore == nil && state.secondsToNextTry(at: 1000) == nil)
  }

  /// Also after the state was stored.
  @Test func aCorrectedClockEndsTheWait() throws {
    var state = TransferState()
    let yearAhead: Int64 = 365 * 86_400
    state.setWait(60, from: 1000 + yearAhead)
    #expect(state.secondsToNextTry(at: 1000) == nil)
    #expect(state.secondsToNextTry(at: .min) == nil)
    let home = FileManager.default.temporaryDirectory.path + "/retry-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let order = TransferOrder(
      .download, method: "GET", url: "http://host/film", submitted: 0, deadline: 600)
    let directory = try TransferDirectory.make(order, in: home)
    try directory.put(state)
    let stored = try #require(directory.state())
    #expect(stored == state && stored.secondsToNextTry(at: 1000) == nil)
    #expect(stored.secondsToNextTry(at: 1000 + yearAhead) == 60)
  }
}
