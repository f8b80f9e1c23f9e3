import Foundation
import Testing
import Transfers

@testable import BackgroundTransfers

/// Orders of transfers that are too large to be read again.
@Suite struct LargeOrderTests {
  @Test func aLargeOrderIsRefusedBeforeItIsStored() {
    let root = FileManager.default.temporaryDirectory.path + "/orders-\(UUID().uuidString)"
    let value = String(repeating: "a", count: TransferDirectory.longestFile)
    let order = TransferOrder(
      .download, method: "GET", url: "http://host/film", headers: [.init("A", value)],
      submitted: 0, deadline: 600)
    let error = #expect(throws: TransferError.self) {
      try TransferDirectory.make(order, in: root)
    }
    guard case .tooLarge(let bytes, let limit)? = error else {
      Issue.record("the error is another one")
      return
    }
    #expect(bytes > limit && limit == TransferDirectory.longestFile)
    #expect(!FileManager.default.fileExists(atPath: root))
  }

  /// The code of Apple's error for data above a limit.
  @Test func itsErrorHasTheCodeOfApple() {
    let error = URLError(TransferError.tooLarge(2, limit: 1), nil)
    #expect(error.code == .dataLengthExceedsMaximum)
  }
}
