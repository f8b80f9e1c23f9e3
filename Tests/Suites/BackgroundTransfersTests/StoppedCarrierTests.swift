import Foundation
import Testing
import Transfers

/// The effect of a stop of the run on a transfer, with a script in place of curl.
struct StoppedCarrierTests {
  private static let program =
    Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "rubato-transfer")

  /// Returns the state of a transfer whose curl is `script`, in a run that is stopped for `reason`.
  private func state(after script: String, reason: String) throws -> TransferState? {
    let folder = FileManager.default.temporaryDirectory.path + "/carrier-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (curl, told) = (URL(filePath: "\(folder)/curl"), URL(filePath: "\(folder)/reason"))
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: curl)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: curl.path)
    try Data(reason.utf8).write(to: told)
    let now = Int64(Date().timeIntervalSince1970)
    let order = TransferOrder(
      .download, method: "GET", url: "http://host/film", submitted: now, deadline: now + 600)
    let directory = try TransferDirectory.make(order, in: "\(folder)/transfers")
    let carrier = Process()
    carrier.executableURL = Self.program
    carrier.arguments = [directory.path]
    carrier.environment = [
      "PATH": "\(folder):/usr/bin:/bin", "RUBATO_STOP_REASON_FILE": told.path,
    ]
    carrier.standardError = FileHandle.nullDevice
    try carrier.run()
    carrier.waitUntilExit()
    return directory.state()
  }

  /// The script ends by the signal. rubato-transfer gets the signal only after it has waited for the script.
  private let curlIsFirst = """
    exec 1>&- 2>&-
    carrier=$PPID
    (while [ -e /proc/$$ ]; do :; done; kill -TERM $carrier) &
    kill -TERM $$
    """

  @Test func whatIsCancelledHasFailedAlsoWhereCurlEndsFirst() throws {
    let state = try #require(try state(after: curlIsFirst, reason: "cancelled"))
    #expect((state.phase, state.code) == (.failed, .cancelled))
  }

  @Test func whatAGateStopsGoesOnLater() throws {
    let state = try #require(try state(after: curlIsFirst, reason: "power"))
    #expect(state.phase == .waiting)
    #expect(state.error == "it was stopped")
  }

  @Test func aCurlThatSomebodyElseEndsIsTriedAgain() throws {
    let state = try #require(try state(after: "kill -TERM $$", reason: "cancelled"))
    #expect(state.phase == .waiting)
    #expect(state.error?.contains("signal 15") == true, "\(state.error ?? "")")
  }
}
