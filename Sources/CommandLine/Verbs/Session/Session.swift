import Control
import Terminal
import Varlink
import Vocabulary

/// A verb's talk with the daemon, and what it prints.
package final class Session {
  package let instance: Instance
  let isJSON: Bool
  private var client: Client
  /// How long an answer is waited for, unless it may come much later.
  private let patience: Duration
  /// Whether the server has answered on this connection.
  private(set) var hasAnswered = false

  /// Enough for a commit on a slow disk.
  static let usualPatience = Duration.seconds(30)
  /// After this time it is said that the answer is awaited.
  private static let silence = Duration.seconds(5)

  /// - Parameter onlyLooks: A daemon that was stopped is not started for it.
  package init(_ options: ConnectionOptions, onlyLooks: Bool = false) throws(Failure) {
    isJSON = options.json
    instance = try options.instance()
    patience = try options.patience()
    if onlyLooks, instance.isStopped {
      throw .noDaemon("rubatod is stopped; \(instance.resumeAdvice)")
    }
    do throws(ClientError) {
      client = try Client(connectingTo: instance.socketPath, timeout: patience)
    } catch {
      throw Failure(error, instance: instance)
    }
    client.delayNotice = delayNotice
  }

  /// A talk with a daemon of one's own.
  package init(socket: String) throws(Failure) {
    isJSON = false
    patience = Self.usualPatience
    do throws(InputError) {
      instance = try Instance(
        socket: socket, wantsUser: false, wantsSystem: false, environment: [:])
    } catch {
      throw .refused(error)
    }
    do throws(ClientError) {
      client = try Client(connectingTo: socket, timeout: patience)
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// - Parameter takesLong: The answer may come much later, when something has happened.
  package func call<Method: ControlMethod>(
    _ method: Method, takesLong: Bool = false
  ) throws(Failure) -> Method.Reply {
    do throws(ClientError) {
      let client = try ready(takesLong: takesLong)
      let reply = try client.call(Method.fullName, method, as: Method.Reply.self)
      hasAnswered = true
      return reply
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// The connection, whose server is known to answer: one that does not would be waited for without an end by a call that
  /// may take long.
  func answering() throws(ClientError) -> Client {
    let client = try opened()
    if !hasAnswered {
      client.timeout = patience
      _ = try client.call(GetClock.fullName, GetClock(), as: GetClock.Reply.self)
      hasAnswered = true
    }
    client.timeout = nil
    return client
  }

  /// The connection, made anew where it was ended.
  func connected() throws(Failure) -> Client {
    do throws(ClientError) {
      return try opened()
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// The connection for a call, made anew where it was ended.
  ///
  /// - Parameter takesLong: The reply may come much later, when something has happened.
  private func ready(takesLong: Bool) throws(ClientError) -> Client {
    if takesLong { return try answering() }
    let client = try opened()
    client.timeout = patience
    return client
  }

  /// The connection, made anew where it was ended.
  private func opened() throws(ClientError) -> Client {
    if !client.isOpen { try connect() }
    return client
  }

  func connect() throws(ClientError) {
    hasAnswered = false
    client = try Client(connectingTo: instance.socketPath, timeout: patience)
    client.delayNotice = delayNotice
  }

  /// Says to people that the server is slow.
  private var delayNotice: (after: Duration, report: () -> Void)? {
    if isJSON { return nil }
    let (socket, limit) = (instance.socketPath.visible, DurationText.exact(patience.seconds))
    return (
      Self.silence,
      {
        Output.printError(
          "rubatoctl: no answer yet on \(socket); waiting \(limit) in all, or as long as --timeout says"
        )
      }
    )
  }

  /// Calls a method that replies many times.
  ///
  /// - Parameter takesLong: The replies may come much later, when something has happened.
  func more<Method: ControlMethod>(
    _ method: Method, takesLong: Bool = false, _ body: (Method.Reply) -> Void
  ) throws(Failure) {
    do throws(ClientError) {
      let client = try ready(takesLong: takesLong)
      try client.more(Method.fullName, method, as: Method.Reply.self) { reply in
        body(reply)
        return .goOn
      }
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// Prints an answer: for programs, or for people.
  ///
  /// - Parameter now: the daemon's time where the answer tells it, which spares asking.
  /// - Parameter besideOutput: Standard output is for what a command writes, so that people read it on standard error.
  package func answer(
    _ value: some Encodable, now: String? = nil, besideOutput: Bool = false,
    _ lines: (Screen) -> [String]
  ) throws(Failure) {
    if isJSON { return Output.print(JSONLayout.indented(value)) }
    let text = lines(try screen(now)).joined(separator: "\n")
    if besideOutput { Output.printError(text) } else { Output.print(text) }
  }

  /// Where people read the answer. Its clock is the daemon's, which may be simulated.
  func screen(_ known: String? = nil) throws(Failure) -> Screen {
    let now = if let known { known } else { try call(GetClock()).now }
    return Screen.standardOutput(now: UniversalTime.parse(now) ?? WallTime(seconds: 0))
  }
}
