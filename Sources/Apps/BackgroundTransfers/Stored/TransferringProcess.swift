import BackgroundTasks
import Control
import DaemonConnection
import Foundation
import Transfers

/// The process as used by sessions.
protocol TransferringProcess: Sendable {
  /// The path of the daemon's socket; `nil` without a daemon, as on a bench.
  var socket: String? { get }

  /// Returns the identifier of the app.
  func app() throws(BGTaskScheduler.Error) -> String

  /// Submits the request of a transfer.
  func submit(_ submit: Submit) throws(BGTaskScheduler.Error)
  /// Removes a request, and stops its run.
  func cancelTransfer(_ request: String) throws(BGTaskScheduler.Error)

  /// Returns the app's queued and running requests.
  func queued() throws(BGTaskScheduler.Error) -> Set<String>

  /// Returns the processes that the daemon starts for the app; `nil` if it starts none, as for an app that is not
  /// installed.
  func startedProcess() throws(BGTaskScheduler.Error) -> StartedProcess?

  /// Registers a handler that is called at the start, and when a transfer may have ended.
  func followEnds(_ handler: @escaping @Sendable () -> Void)

  /// Registers a handler that is called with each session whose end the delegate has received.
  func followSessions(_ handler: @escaping @Sendable (_ session: String) -> Void)
}

/// The processes that the daemon starts for an app. A type of its own, since `try?` makes one `nil` of no process and
/// an unset variable.
struct StartedProcess: Hashable, Sendable {
  /// Their XDG_STATE_HOME; `nil` if it is not set.
  var stateHome: String?
}

extension OwnProcess: TransferringProcess {
  func submit(_ submit: Submit) throws(BGTaskScheduler.Error) { _ = try call(submit) }

  /// Removes the request and stops its run. Throws only if the daemon is unavailable.
  func cancelTransfer(_ request: String) throws(BGTaskScheduler.Error) {
    do throws(BGTaskScheduler.Error) {
      _ = try call(Cancel(id: request, app: try app()))
    } catch {
      // An identifier that is not queued needs no cancelling.
      if error.code == .unavailable { throw error }
    }
  }

  func queued() throws(BGTaskScheduler.Error) -> Set<String> {
    Set(try requests().map(\.id))
  }

  func startedProcess() throws(BGTaskScheduler.Error) -> StartedProcess? {
    let found = try call(ListApps(id: try app())).apps.first
    guard let found, found.program != nil else { return nil }
    return StartedProcess(stateHome: found.stateHome)
  }

  /// Calls the handler after each notice that a transfer has ended or was removed, and after each snapshot.
  func followEnds(_ handler: @escaping @Sendable () -> Void) {
    followNotices { notice in
      let isOfTransfer = notice.id?.hasPrefix("transfer-") ?? false
      let isEnd = isOfTransfer && ["ended", "removed"].contains(notice.event)
      if isEnd || notice.event == "snapshot" { handler() }
    }
  }
}

/// The directory of this user's transfers, and the program that performs them.
struct TransferPlace: Sendable {
  var environment: [String: String]

  /// The place for the user of this process.
  static var ofThisProcess: TransferPlace {
    var environment = ProcessInfo.processInfo.environment
    // The environment of a process that a daemon has started may lack it.
    environment["HOME"] = environment["HOME"] ?? NSHomeDirectory()
    return TransferPlace(environment: environment)
  }

  /// Returns the directory of all transfers of the user.
  func root() throws(TransferError) -> String { try TransferDirectory.root(environment) }

  /// Returns the directories of the user's transfers whose requests are, or were, queued. Another process may have
  /// stored a transfer whose request is not queued yet: waits until it is queued, or omits it.
  func queuedDirectories() -> [TransferDirectory] {
    guard let root = try? root() else { return [] }
    // Not held during calls of the daemon, which may suspend a process, and kills one that then has a lock.
    // Without the directory, no transfer is stored.
    guard let lock = try? TransferDirectory.lockForRemoval(in: root) else { return [] }
    defer { close(lock) }
    return TransferDirectory.all(in: root)
  }

  /// Returns a message if a process that the daemon starts uses another directory for transfers; `nil` if it does not.
  ///
  /// - Parameter home: The XDG_STATE_HOME of such a process.
  func differenceFromDaemon(stateHome home: String?) -> String? {
    var others = environment
    others["XDG_STATE_HOME"] = home
    guard let ownRoot = try? root(), let otherRoot = try? TransferDirectory.root(others),
      ownRoot != otherRoot
    else {
      return nil
    }
    return
      "transfers of this process are stored in \(ownRoot), but processes that the daemon starts read \(otherRoot); run"
      + " `rubatoctl app install` again with the XDG_STATE_HOME of this process"
  }

  /// Stores an order in a new directory. Throws if curl or the program for transfers is missing, or the directory
  /// cannot be written.
  ///
  /// - Parameter lock: Becomes the lock of the transfers, which the caller must close when the request is queued.
  /// - Returns: The directory of the order, and the command that performs it.
  func make(
    _ order: TransferOrder, lock: inout Int32
  ) throws(TransferError) -> (directory: TransferDirectory, command: CommandInfo) {
    try TransferTerms.checkCurl(environment)
    let program = try TransferTerms.program(environment)
    let root = try root()
    lock = try TransferDirectory.lockForQueueing(in: root)
    let directory = try TransferDirectory.make(order, in: root)
    let command = CommandInfo(
      arguments: [program, directory.path], directory: "/",
      environment: TransferTerms.environment(environment), umask: 0o077)
    return (directory, command)
  }
}
