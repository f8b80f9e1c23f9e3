import Control
import Terminal
import Varlink
import Vocabulary

/// A verb's connection to the daemon, and its output.
package final class Session {
  package let instance: Instance
  package let isJSON: Bool
  private var client: Client
  /// The longest wait for an answer, unless it may come much later.
  private let replyTimeout: Duration
  /// Whether the server has answered on this connection.
  private(set) var hasAnswered = false
  /// Whether a notice is printed if the server is slow, from the next connection on.
  var reportsDelay = true

  /// The default wait, enough for a commit on a slow disk.
  static let usualReplyTimeout = Duration.seconds(30)
  /// The time after which a notice about the wait is printed.
  private static let longestQuietWait = Duration.seconds(5)

  /// Connects to the daemon that the options select.
  ///
  /// - Parameter onlyReads: Whether the verb changes nothing. Throws then if the daemon is stopped, since a
  ///   connection to its socket would start it.
  package init(_ options: ConnectionOptions, onlyReads: Bool = false) throws(Failure) {
    isJSON = options.json
    instance = try options.instance()
    replyTimeout = try options.replyTimeout()
    if onlyReads, instance.isStopped {
      throw .noDaemon("rubatod is stopped; \(instance.resumeAdvice)")
    }
    do throws(ClientError) {
      client = try Client(connectingTo: instance.socketPath, timeout: replyTimeout)
    } catch {
      throw Failure(error, instance: instance)
    }
    client.delayNotice = delayNotice
  }

  /// Creates a session with the daemon at `socket`. Used by programs that start a daemon of their own.
  package init(socket: String) throws(Failure) {
    isJSON = false
    replyTimeout = Self.usualReplyTimeout
    do throws(InputError) {
      instance = try Instance(
        socket: socket, wantsUser: false, wantsSystem: false, environment: [:])
    } catch {
      throw .refused(error)
    }
    do throws(ClientError) {
      client = try Client(connectingTo: socket, timeout: replyTimeout)
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// Calls a method of the daemon and returns its reply, over a new connection if the current one is closed.
  ///
  /// - Parameters:
  ///   - takesLong: Whether the answer may come much later, after another event.
  ///   - longWait: The reason for people why the answer takes long, printed after some seconds.
  package func call<Method: ControlMethod>(
    _ method: Method, takesLong: Bool = false, longWait: String? = nil
  ) throws(Failure) -> Method.Reply {
    do throws(ClientError) {
      let client = try connection(takesLong: takesLong)
      if let longWait, !isJSON {
        client.delayNotice = Client.DelayNotice(after: Self.longestQuietWait) {
          Output.printError("rubatoctl: \(longWait)")
        }
      }
      let reply = try client.call(Method.fullName, method, as: Method.Reply.self)
      hasAnswered = true
      return reply
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// Returns a connection without a time limit, whose server is known to answer: a call that may take long would wait
  /// for a silent server without end.
  func answeringConnection() throws(ClientError) -> Client {
    let client = try openConnection()
    if !hasAnswered {
      client.timeout = replyTimeout
      _ = try client.call(GetClock.fullName, GetClock(), as: GetClock.Reply.self)
      hasAnswered = true
    }
    (client.timeout, client.delayNotice) = (nil, nil)
    return client
  }

  /// Returns the connection, over a new one if the current one is closed.
  func connected() throws(Failure) -> Client {
    do throws(ClientError) {
      return try openConnection()
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// Returns the connection for a call, over a new one if the current one is closed.
  ///
  /// - Parameter takesLong: Whether the reply may come much later, after another event.
  private func connection(takesLong: Bool) throws(ClientError) -> Client {
    if takesLong { return try answeringConnection() }
    let client = try openConnection()
    (client.timeout, client.delayNotice) = (replyTimeout, delayNotice)
    return client
  }

  /// Opens the connection if it is closed, and returns it.
  private func openConnection() throws(ClientError) -> Client {
    if !client.isOpen { try connect() }
    return client
  }

  /// Opens a new connection, whose server has not answered yet.
  func connect() throws(ClientError) {
    hasAnswered = false
    client = try Client(connectingTo: instance.socketPath, timeout: replyTimeout)
    client.delayNotice = delayNotice
  }

  /// The notice for people that the server is slow; `nil` with JSON.
  private var delayNotice: Client.DelayNotice? {
    if isJSON || !reportsDelay { return nil }
    let socket = instance.socketPath.visible
    let limit = DurationText.exact(replyTimeout.seconds)
    return Client.DelayNotice(after: Self.longestQuietWait) {
      Output.printError(
        "rubatoctl: no answer yet on \(socket); waiting up to \(limit), which --timeout changes")
    }
  }

  /// Calls a method that replies many times, and passes each reply to `body` until the last one.
  ///
  /// - Parameter takesLong: Whether the replies may come much later, after another event. They also end if the answer
  ///   cannot be written any more. Other replies are read completely, since verbs also decide by them.
  func receiveReplies<Method: ControlMethod>(
    to method: Method, takesLong: Bool = false, _ body: (Method.Reply) -> Void
  ) throws(Failure) {
    do throws(ClientError) {
      try passReplies(to: method, takesLong: takesLong, body)
    } catch {
      if takesLong, case .disconnected = error {
        throw .noDaemon(
          "rubatod closed the connection on \(instance.socketPath.visible), so no more events arrive. "
            + instance.logAdvice)
      }
      throw Failure(error, ofReplies: instance)
    }
  }

  /// Calls a method that changes nothing and replies many times, and returns all replies. If the daemon ends meanwhile
  /// and its socket stays, repeats the call once, to the next daemon. A stopped one is not started again.
  func allReplies<Method: ControlMethod>(to method: Method) throws(Failure) -> [Method.Reply] {
    var isRepeated = false
    while true {
      var replies: [Method.Reply] = []
      do throws(ClientError) {
        try passReplies(to: method, takesLong: false) { replies.append($0) }
        return replies
      } catch {
        guard case .disconnected = error, !isRepeated else {
          throw Failure(error, ofReplies: instance)
        }
      }
      isRepeated = true
      if instance.isStopped { throw .noDaemon("rubatod was stopped; \(instance.resumeAdvice)") }
    }
  }

  private func passReplies<Method: ControlMethod>(
    to method: Method, takesLong: Bool, _ body: (Method.Reply) -> Void
  ) throws(ClientError) {
    let client = try connection(takesLong: takesLong)
    try client.more(Method.fullName, method, as: Method.Reply.self) { reply in
      body(reply)
      return takesLong && Output.failure != nil ? .stop : .goOn
    }
    hasAnswered = true
  }

  /// Prints `value` as JSON if that is requested, otherwise the `lines` for people.
  ///
  /// - Parameter now: The daemon's time if the answer contains it, which saves a call.
  /// - Parameter leavesOutputToCommand: Whether standard output is for a command's output, so that people read the
  ///   answer on standard error.
  package func printAnswer(
    _ value: some Encodable, now: String? = nil, leavesOutputToCommand: Bool = false,
    _ lines: (Screen) -> [String]
  ) throws(Failure) {
    if isJSON { return Output.print(JSONLayout.indented(value)) }
    let text = lines(try screen(now)).joined(separator: "\n")
    if leavesOutputToCommand { Output.printError(text) } else { Output.print(text) }
  }

  /// Returns the screen for an answer. Its clock is the daemon's, which may be simulated. If the daemon has ended since
  /// its answer, the clock is the machine's: the answer must not be lost with the daemon.
  ///
  /// - Parameter known: The daemon's time in RFC 3339; `nil` to call the daemon for it.
  func screen(_ known: String? = nil) throws(Failure) -> Screen {
    do throws(Failure) {
      let now = if let known { known } else { try call(GetClock()).now }
      return Screen.standardOutput(now: UniversalTime.parse(now) ?? WallTime(seconds: 0))
    } catch {
      guard case .noDaemon = error else { throw error }
      return Screen.standardOutput(now: MachineZone.now)
    }
  }
}
