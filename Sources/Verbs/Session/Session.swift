import Control
import Scheduling
import Terminal
import Varlink

/// A verb's talk with the daemon, and what it prints.
package final class Session {
  package let instance: Instance
  let isJSON: Bool
  private var client: Client

  /// Enough for a commit on a slow disk; what may take longer says so.
  private static let patience = Duration.seconds(60)

  /// - Parameter onlyLooks: A daemon that was stopped is not started for it.
  package init(_ options: ConnectionOptions, onlyLooks: Bool = false) throws(Failure) {
    isJSON = options.json
    instance = try options.instance()
    if onlyLooks, instance.isStopped {
      throw .noDaemon("rubatod is stopped; \(instance.resumeAdvice)")
    }
    do throws(ClientError) {
      client = try Client(connectingTo: instance.socketPath, timeout: Self.patience)
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// A talk with a daemon of one's own.
  package init(socket: String) throws(Failure) {
    isJSON = false
    do throws(InputError) {
      instance = try Instance(
        socket: socket, wantsUser: false, wantsSystem: false, environment: [:])
    } catch {
      throw .refused(error)
    }
    do throws(ClientError) {
      client = try Client(connectingTo: socket, timeout: Self.patience)
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// - Parameter takesLong: The answer may come much later, when something has happened.
  package func call<Method: ControlMethod>(
    _ method: Method, takesLong: Bool = false
  ) throws(Failure) -> Method.Reply {
    let client = try connected()
    client.timeout = takesLong ? nil : Self.patience
    do throws(ClientError) {
      return try client.call(Method.fullName, method, as: Method.Reply.self)
    } catch {
      throw Failure(error, instance: instance)
    }
  }

  /// The connection, made anew where it was ended.
  func connected() throws(Failure) -> Client {
    if client.isOpen { return client }
    do throws(ClientError) {
      try connect()
    } catch {
      throw Failure(error, instance: instance)
    }
    return client
  }

  func connect() throws(ClientError) {
    client = try Client(connectingTo: instance.socketPath, timeout: Self.patience)
  }

  /// Calls a method that replies many times.
  func more<Method: ControlMethod>(
    _ method: Method, _ body: (Method.Reply) -> Void
  ) throws(Failure) {
    client.timeout = nil
    do throws(ClientError) {
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
