import Foundation
import Testing
import Transfers

@testable import BackgroundTransfers

/// Transfers of several daemons, in the directory of their user.
struct OtherDaemonTests {
  /// Stores a waiting transfer of the session `films`.
  private func store(_ number: Int, daemon: String?, in root: String) throws {
    let now = Int64(Date().timeIntervalSince1970)
    var order = TransferOrder(
      .download, method: "GET", url: "http://host/film", submitted: now, deadline: now + 600)
    (order.session, order.app, order.number) = ("films", "com.example.feed", number)
    order.setDaemon(socket: daemon)
    _ = try TransferDirectory.make(order, in: root)
  }

  @Test func thoseOfAnotherDaemonStay() throws {
    let home = FileManager.default.temporaryDirectory.path + "/transfers-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let root = "\(home)/rubato/transfers"
    try store(1, daemon: "/run/other/socket", in: root)
    try store(2, daemon: "/run/one/socket", in: root)
    // A transfer without a recorded daemon belongs to every daemon.
    try store(3, daemon: nil, in: root)
    let delegate = NotingDelegate()
    let sessions = OpenSessions(
      FakeProcess(socket: "/run/one/socket"),
      TransferPlace(environment: ["XDG_STATE_HOME": home]))
    let session = URLSession(.background(withIdentifier: "films"), delegate, nil, in: sessions)
    session.work.sync {}
    session.delegateQueue.waitUntilAllOperationsAreFinished()
    #expect(
      delegate.lines == ["2 ends: \(NSURLErrorCancelled)", "3 ends: \(NSURLErrorCancelled)"])
    #expect(TransferDirectory.all(in: root).map { $0.order()?.number } == [1])
  }

  @Test func pathsOfOneSocketAreOneDaemon() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/sockets-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data().write(to: URL(filePath: "\(folder)/socket"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link", withDestinationPath: "\(folder)/socket")
    var order = TransferOrder(.download, method: "GET", url: "", submitted: 0, deadline: 0)
    order.setDaemon(socket: "\(folder)/link")
    #expect(order.isOfDaemon(socket: "\(folder)//socket"))
    #expect(!order.isOfDaemon(socket: "\(folder)/other"))
  }
}
