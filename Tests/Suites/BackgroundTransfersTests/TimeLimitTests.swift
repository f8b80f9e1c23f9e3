import Foundation
import Testing
import Transfers

/// The time limit of a transfer if the wall clock is corrected.
struct TimeLimitTests {
  private static let year: Int64 = 365 * 86_400

  /// An order that was submitted a minute after a boot, at the second 1000 of the wall clock, with ten minutes.
  private var order: TransferOrder {
    var order = TransferOrder(
      .download, method: "GET", url: "http://host/film", submitted: 1000, deadline: 1600)
    order.boot = TransferTime.BootTime(id: "a", seconds: 60)
    return order
  }

  private func left(_ order: TransferOrder, wall: Int64, boot: String?, seconds: Int64) -> Int64 {
    let boot = boot.map { TransferTime.BootTime(id: $0, seconds: seconds) }
    return order.secondsLeft(at: TransferTime(wall: wall, boot: boot))
  }

  @Test func withinABootTheWallClockHasNoEffect() {
    for wall in [1000, 1000 + Self.year, 1000 - Self.year, .min, .max] {
      #expect(left(order, wall: wall, boot: "a", seconds: 60) == 600)
      #expect(left(order, wall: wall, boot: "a", seconds: 659) == 1)
      #expect(left(order, wall: wall, boot: "a", seconds: 660) == 0)
    }
  }

  /// Also if the time since the boot is earlier, as in a container that was restored.
  @Test func otherwiseTheWallClockDecides() {
    for (boot, seconds) in [("b", 70), (nil, 0), ("a", 59)] as [(String?, Int64)] {
      #expect(left(order, wall: 1599, boot: boot, seconds: seconds) == 1)
      #expect(left(order, wall: 1600, boot: boot, seconds: seconds) == 0)
    }
    var endless = order
    endless.deadline = .max
    #expect(left(endless, wall: -1, boot: nil, seconds: 0) == .max)
  }

  @Test func anOrderOfAnEarlierVersionHasTheWallClock() throws {
    let home = FileManager.default.temporaryDirectory.path + "/limits-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let directory = try TransferDirectory.make(order, in: home)
    #expect(directory.order() == order)
    let path = "\(directory.path)/order"
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let earlier = written.replacing(#","boot":{"id":"a","seconds":60}"#, with: "")
    #expect(earlier != written)
    try Data(earlier.utf8).write(to: URL(filePath: path))
    let stored = try #require(directory.order())
    #expect(stored.boot == nil && left(stored, wall: 1590, boot: "a", seconds: 60) == 10)
  }

  /// The order's clock was a year behind, or ahead, until a correction.
  @Test(arguments: [-year, year])
  func aCorrectedClockEndsNoTransfer(error: Int64) throws {
    #expect(try state(clockError: error, secondsAgo: 60).code != .timedOut)
    #expect(try state(clockError: error, secondsAgo: 601).code == .timedOut)
  }

  /// Runs a transfer of ten minutes with rubato-transfer, whose curl fails.
  ///
  /// - Parameters:
  ///   - clockError: The seconds by which the wall clock was ahead when the transfer was submitted.
  ///   - secondsAgo: The time since then.
  private func state(clockError: Int64, secondsAgo: Int64) throws -> TransferState {
    let folder = FileManager.default.temporaryDirectory.path + "/limits-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("#!/bin/sh\nexit 60\n".utf8).write(to: URL(filePath: "\(folder)/curl"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/curl")
    let now = TransferTime.present()
    let submitted = now.wall - secondsAgo + clockError
    var order = TransferOrder(
      .download, method: "GET", url: "http://host/film", submitted: submitted,
      deadline: submitted + 600)
    order.boot = now.boot
    order.boot?.seconds -= secondsAgo
    let directory = try TransferDirectory.make(order, in: "\(folder)/transfers")
    let carrier = Process()
    carrier.executableURL =
      Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "rubato-transfer")
    carrier.arguments = [directory.path]
    carrier.environment = ["PATH": "\(folder):/usr/bin:/bin"]
    carrier.standardError = FileHandle.nullDevice
    try carrier.run()
    carrier.waitUntilExit()
    return try #require(directory.state())
  }
}
