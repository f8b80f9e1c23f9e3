import Foundation
import Synchronization
import Testing
import Transfers

@testable import BackgroundTransfers

/// The lock of a user's transfers, by which several processes agree which of them are queued.
struct TransferLockTests {
  /// Otherwise another process reports a stored transfer as cancelled, and removes it, before its request is queued.
  /// The first transfer of a user creates the directory that is locked.
  @Test(arguments: [true, false])
  func aTransferIsStoredAndQueuedUnderALock(isFirst: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/locks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let root = "\(folder)/rubato/transfers"
    let modes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
    try FileManager.default.createDirectory(
      atPath: isFirst ? folder : root, withIntermediateDirectories: true, attributes: modes)
    for name in ["curl", "carrier"] {
      _ = FileManager.default.createFile(
        atPath: "\(folder)/\(name)", contents: Data(), attributes: modes)
    }
    let place = TransferPlace(environment: [
      "XDG_STATE_HOME": folder, "RUBATO_TRANSFER": "\(folder)/carrier", "PATH": folder,
    ])
    let process = FakeProcess()
    // The locks that another process could get during the calls.
    let free = Mutex<[String]>([])
    process.followCalls { call in
      let descriptor = open(root, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      for (name, mode) in [("shared", LOCK_SH), ("exclusive", LOCK_EX)]
      where flock(descriptor, mode | LOCK_NB) == 0 {
        free.withLock { $0.append("\(call): \(name)") }
        _ = flock(descriptor, LOCK_UN)
      }
    }
    let session = URLSession(
      .background(withIdentifier: "films"), nil, nil, in: OpenSessions(process, place))
    session.work.sync {}
    // A process that waits for the daemon can be suspended, and must block no other.
    let calls = isFirst ? [] : ["queued: shared", "queued: exclusive"]
    #expect(free.withLock { $0 } == calls)
    session.downloadTask(with: try #require(URL(string: "http://host/film"))).resume()
    // Other processes can submit at the same time, and only they.
    #expect(free.withLock { $0 } == calls + ["submit: shared"])
    #expect(TransferDirectory.all(in: root).count == 1)
  }

  /// A transfer that is stored while a session asks which requests are queued may be queued later.
  @Test func aTransferThatIsStoredDuringACheckIsNotReported() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/locks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = FakeProcess()
    var order = TransferOrder(
      .download, method: "GET", url: "http://host/film", submitted: 0, deadline: .max)
    (order.app, order.session, order.number) = (try process.app(), "films", 1)
    order.setDaemon(socket: process.socket)
    process.followCalls { [order] _ in
      _ = try? TransferDirectory.make(order, in: "\(folder)/rubato/transfers")
    }
    let place = TransferPlace(environment: ["XDG_STATE_HOME": folder])
    let delegate = NotingDelegate()
    let session = URLSession(
      .background(withIdentifier: "films"), delegate, nil, in: OpenSessions(process, place))
    session.work.sync {}
    session.delegateQueue.waitUntilAllOperationsAreFinished()
    #expect(delegate.lines == [])
    #expect(TransferDirectory.all(in: "\(folder)/rubato/transfers").count == 1)
  }
}
