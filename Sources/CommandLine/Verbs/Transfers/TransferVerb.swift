import ArgumentParser
import Control
import Terminal
import Transfers
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

struct TransferVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "transfer",
    abstract: "Queue an upload or a download, which continues after restarts and network failures.",
    usage: """
      rubatoctl transfer --upload [<options>] <file> <url>
      rubatoctl transfer --download [<options>] <url>
      """,
    discussion: """
      curl carries the transfer when a network is available. It is retried if the server or the network fails, and \
      resumed if the server supports it. A file is sent only if it has not changed since the submission. \
      `rubatoctl transfers` shows the outcome.

      \(ExitCodes.paragraph("with --wait, also 1 if the transfer did not complete."))
      """)

  @OptionGroup var transfer: TransferOptions
  @OptionGroup var daemon: DaemonOptions
  var connection: ConnectionOptions { ConnectionOptions(daemon) }

  @Flag(help: "Wait for the end; exit 0 only if the server answered with a status below 400.")
  var wait = false

  /// Queues the transfer that the options describe. Errors in the options are reported even if no daemon runs.
  func run() throws {
    try transfer.check()
    let order = try transfer.order(now: Int64(time(nil)))
    try perform(order, Session(connection))
  }

  /// Required by `Verb`; `run` has its own order.
  func perform(_ session: Session) throws(Failure) {
    try perform(try transfer.order(now: Int64(time(nil))), session)
  }

  /// Queues a transfer and prints the request, and waits for its end with `--wait`. With both `--wait` and `--json`,
  /// only the end is printed.
  private func perform(_ order: TransferOrder, _ session: Session) throws(Failure) {
    let terms = TransferTerms(isDiscretionary: transfer.discretionary)
    let (directory, reply) = try session.queue(order, terms)
    if !session.isJSON {
      try session.printAnswer(reply, now: reply.request.submitted) { screen in
        [SubmitAnswer(reply, screen: screen).text]
      }
    } else if !wait {
      // With --wait, the only JSON is that of the end.
      try session.printAnswer(TransferInfo(directory, order, TransferState(), reply.request)) {
        _ in []
      }
    }
    if wait { try awaitEnd(of: directory, order, session) }
  }

  /// Waits until a transfer has ended or is no longer queued, and prints the outcome. Throws `.negative` unless it was
  /// successful.
  private func awaitEnd(
    of directory: TransferDirectory, _ order: TransferOrder, _ session: Session
  ) throws(Failure) {
    // A failed run is retried, so the end of a run is not always the end of the transfer.
    while directory.state()?.isFinal == false {
      do throws(Failure) {
        _ = try session.await(Wait(id: directory.request))
      } catch {
        // The request is no longer queued, as after a cancellation. The stored state then is the outcome.
        guard case .refused(error: ControlError.notFound.rawValue, _) = error else { throw error }
        break
      }
    }
    let info = try session.info(of: directory, order, request: nil)
    try session.printAnswer(info) { _ in [info.sentence] }
    guard info.isSuccess else { throw .negative }
  }
}

extension Session {
  /// Writes a transfer to disk, and queues its request. If the daemon refuses the request, the transfer is removed
  /// from disk.
  func queue(
    _ order: TransferOrder, _ terms: TransferTerms
  ) throws(Failure) -> (directory: TransferDirectory, reply: Submit.Reply) {
    let directory: TransferDirectory
    let command: CommandInfo
    var order = order
    order.setDaemon(socket: instance.socketPath)
    // Until the request is queued, `transfers --forget` must not remove the transfer.
    var lock: Int32 = -1
    defer { close(lock) }
    do throws(TransferError) {
      try TransferTerms.checkCurl(Process.environment)
      let program = try TransferTerms.program(Process.environment)
      let root = try TransferDirectory.root(Process.environment)
      lock = try TransferDirectory.lockForQueueing(in: root)
      directory = try TransferDirectory.make(order, in: root)
      command = CommandInfo(
        arguments: [program, directory.path], directory: "/",
        environment: TransferTerms.environment(Process.environment), umask: Process.mask)
    } catch {
      throw Failure(error)
    }
    let submit = Submit(
      id: directory.request, kind: terms.kind, command: command,
      latest: UniversalTime.text(WallTime(seconds: order.deadline)), atLatest: "drop",
      requires: terms.requires, budget: terms.budget, retries: TransferTerms.retries,
      retryOn: TransferTerms.retryOn, backoffDelay: TransferTerms.backoffDelay)
    do throws(Failure) {
      return (directory, try call(submit))
    } catch {
      // No request refers to it. After another failure, such as a lost connection, the request may be queued.
      if case .refused = error { directory.remove() }
      throw error
    }
  }
}
