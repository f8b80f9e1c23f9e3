import Foundation
import Testing

@testable import Transfers

extension TransferDirectory {
  /// Runs rubato-transfer again as the daemon would, until the transfer has ended; at most ten times.
  ///
  /// - Parameter path: The directories in which it searches for curl; `nil` for the usual ones.
  func carry(path: String?) throws -> TransferState {
    for _ in 0..<10 where state()?.isFinal == false {
      let carrier = Process()
      carrier.executableURL = DaemonProcess.products.appendingPathComponent("rubato-transfer")
      carrier.arguments = [self.path]
      carrier.standardError = FileHandle.nullDevice
      if let path { carrier.environment = ["PATH": path] }
      try carrier.run()
      carrier.waitUntilExit()
    }
    return try #require(state())
  }
}
