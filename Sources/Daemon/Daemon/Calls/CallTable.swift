import Control
import Scheduling
import Varlink
import VarlinkServer

/// The methods of the interface, each answered by the engine.
struct CallTable {
  private var service: Service
  private let engine: Engine
  /// The group whose members are operators; `nil` if the machine has no such group.
  private let group: UInt32?

  /// Makes a table without methods. Throws if the description of the interface is invalid.
  init(engine: Engine) throws(DescriptionError) {
    self.engine = engine
    group = Caller.administratorGroup()
    service = try Service(
      info: ServiceInterface.Info(
        vendor: "Rubato", product: "rubatod", version: Version.text, url: ""),
      descriptions: [Interface.description])
  }

  /// Returns the service with every method that the interface declares.
  ///
  /// - Parameter policy: The settings, and their sources.
  static func service(
    for engine: Engine, _ status: StatusSource, policy: PolicyInForce
  ) throws(DescriptionError) -> Service {
    var table = try CallTable(engine: engine)
    table.addRequests()
    table.addBatches()
    table.addPauses()
    table.addConcurrency(policy)
    table.addFailures()
    table.addRuns()
    table.addPast()
    table.addReports()
    table.addChanges()
    table.addDevice()
    table.addClock()
    table.addApps()
    table.addProcesses()
    table.addQuotas()
    table.addStatus(status)
    table.addMetrics(status)
    table.addPolicy(policy)
    table.service.limitReply = { peer, limit in Refusal(peer, limit).frame }
    return table.service
  }

  /// Adds a method that changes the scheduler's state. `event` makes the scheduler's event from the call; `reply` makes
  /// the reply after the commit. Both are called on the engine's loop. A refusal of the scheduler is sent as an error.
  mutating func addChange<Method: ControlMethod>(
    _: Method.Type,
    _ event: @escaping @Sendable (Method, Caller, any EngineView, Ticket) throws(Refusal) -> Event,
    reply:
      @escaping @Sendable (Method, Caller, any EngineView, Answer) throws(Refusal) -> Method.Reply
  ) {
    // No value of another service is needed.
    addChange(Method.self) { _, _, _, answer in
      answer(())
    } event: { input, caller, engine, _, ticket throws(Refusal) in
      try event(input, caller, engine, ticket)
    } reply: { input, caller, engine, answer throws(Refusal) in
      try reply(input, caller, engine, answer)
    }
  }

  /// Adds a method that changes the scheduler's state and first needs a value from another service. `querying` queries
  /// the value and passes it to its `answer`. Only this call waits for the value. `event` and `reply` are then used as
  /// in the simpler `addChange`.
  mutating func addChange<Method: ControlMethod, Known: Sendable>(
    _: Method.Type,
    querying:
      @escaping @Sendable (
        Method, Caller, Engine, _ answer: @escaping @Sendable (Known) -> Void
      ) -> Void,
    event:
      @escaping @Sendable (Method, Caller, any EngineView, Known, Ticket) throws(Refusal) -> Event,
    reply:
      @escaping @Sendable (Method, Caller, any EngineView, Answer) throws(Refusal) -> Method.Reply
  ) {
    addMethod(Method.self) { call, input, caller, engine in
      // The input can be large, and both closures below need it later: they share one copy.
      let kept = KeptInput(input)
      querying(input, caller, engine) { known in
        engine.call { engine, ticket throws(Refusal) in
          try event(kept.input, caller, engine, known, ticket)
        } answer: { engine, answer in
          call.answer { () throws(Refusal) in
            if case .refused(let refusal) = answer { throw refusal.adapted(to: caller) }
            return try reply(kept.input, caller, engine, answer)
          }
        }
      }
    }
  }

  /// Adds a method that changes the scheduler's state and subscribes its caller to further replies. `event` makes the
  /// event for the scheduler; `afterCommit` is called after the commit, with the call that will carry the replies.
  mutating func addSubscription<Method: ControlMethod>(
    _: Method.Type,
    _ event:
      @escaping @Sendable (Method, ServerCall, Caller, Engine, Ticket) throws(Refusal) -> Event,
    afterCommit: @escaping @Sendable (ServerCall, Engine, Answer) throws(Refusal) -> Void
  ) {
    addMethod(Method.self, requiresMore: true) { call, input, caller, engine in
      engine.call { engine, ticket throws(Refusal) in
        try event(input, call, caller, engine, ticket)
      } answer: { engine, answer in
        // `afterCommit` sends the replies. Only a refusal is sent here.
        call.attempt { () throws(Refusal) in
          if case .refused(let refusal) = answer { throw refusal }
          try afterCommit(call, engine, answer)
        }
      }
    }
  }

  /// Adds a method that reads the engine's state between steps. `reply` makes the reply; its refusal is sent as an
  /// error.
  mutating func addRead<Method: ControlMethod>(
    _: Method.Type,
    _ reply: @escaping @Sendable (Method, Caller, any EngineView) throws(Refusal) -> Method.Reply
  ) {
    addAnsweringRead(Method.self) { call, input, caller, engine in
      call.answer { () throws(Refusal) in try reply(input, caller, engine) }
    }
  }

  /// Adds a method that reads the engine's state between steps, in one piece. `body` answers the call, also later or
  /// several times; a refusal that it throws is sent as an error.
  ///
  /// - Parameter requiresMore: Whether the caller must accept several replies.
  mutating func addAnsweringRead<Method: ControlMethod>(
    _: Method.Type, requiresMore: Bool = false,
    _ body: @escaping @Sendable (ServerCall, Method, Caller, Engine) throws(Refusal) -> Void
  ) {
    addMethod(Method.self, requiresMore: requiresMore) { call, input, caller, engine in
      engine.read(for: caller.uid) { engineBetweenSteps in
        // A read is done in pieces, each between two steps of the engine. This read has only one piece.
        let onlyPiece: ReadQueue.Read = {
          call.attempt { () throws(Refusal) in try body(call, input, caller, engineBetweenSteps) }
          return .finished
        }
        return onlyPiece
      }
    }
  }

  /// Adds a method that reads many requests or runs. `begin` makes the walk, which reads them in pieces. The answer is
  /// assembled and encoded on another queue, since that takes as long as the reads.
  mutating func addWalk<Method: ControlMethod, Path: Walk>(
    _: Method.Type,
    _ begin: @escaping @Sendable (Method, Caller, any EngineView) throws(Refusal) -> Path
  ) where Path.Reply == Method.Reply {
    addReadInPieces(Method.self) { call, input, caller, engine throws(Refusal) in
      try begin(input, caller, engine).read(for: caller.uid, engine) { summary in
        call.answer(summary)
      }
    }
  }

  /// Adds a method that reads the engine's state in pieces, each between two steps of the engine. `begin` returns the
  /// read, which answers the call; a refusal that it throws is sent as an error.
  mutating func addReadInPieces<Method: ControlMethod>(
    _: Method.Type,
    _ begin:
      @escaping @Sendable (ServerCall, Method, Caller, Engine) throws(Refusal) -> ReadQueue.Read
  ) {
    addMethod(Method.self) { call, input, caller, engine in
      engine.read(for: caller.uid) { engineBetweenSteps in
        // A read that ends immediately.
        let noFurtherPiece: ReadQueue.Read = { .finished }
        // Nothing is read for a client that has disconnected.
        if call.isAbandoned { return noFurtherPiece }
        do throws(Refusal) {
          return try begin(call, input, caller, engineBetweenSteps)
        } catch {
          call.fail(error)
          return noFurtherPiece
        }
      }
    }
  }

  /// Adds a method whose `body` runs in a step of the engine, without an event that is made from the call. `body`
  /// answers the call; a refusal that it throws is sent as an error.
  mutating func addAction<Method: ControlMethod>(
    _: Method.Type,
    _ body: @escaping @Sendable (ServerCall, Method, Caller, Engine) throws(Refusal) -> Void
  ) {
    addMethod(Method.self) { call, input, caller, engine in
      engine.act { engine in
        call.attempt { () throws(Refusal) in try body(call, input, caller, engine) }
      }
    }
  }

  /// Adds a method. `body` receives the call, its decoded parameters, the caller with its rights, and the engine; it
  /// must answer the call.
  mutating func addMethod<Method: ControlMethod>(
    _: Method.Type, requiresMore: Bool = false,
    _ body: @escaping @Sendable (ServerCall, Method, Caller, Engine) -> Void
  ) {
    let (engine, group) = (engine, group)
    service.handle(Method.fullName, Method.self, requiresMore: requiresMore) { call, input in
      body(call, input, Caller(call.peer, group: group), engine)
    }
  }
}

/// The input of a call, which several closures keep: they share one copy.
private final class KeptInput<Input: Sendable>: Sendable {
  private let value: Input

  init(_ input: Input) { value = input }

  /// The input, without a copy of it.
  var input: Input {
    _read { yield value }
  }
}

extension ServerCall {
  /// Answers with the result of `make`, or with its refusal.
  func answer(_ make: () throws(Refusal) -> some DirectlyEncodable) {
    do throws(Refusal) {
      reply(try make())
    } catch {
      fail(error)
    }
  }

  /// Runs `body`, which answers the call. If it throws, answers with the thrown refusal.
  func attempt(_ body: () throws(Refusal) -> Void) {
    do throws(Refusal) {
      try body()
    } catch {
      fail(error)
    }
  }

  /// Answers with the interface's error for `refusal`.
  func fail(_ refusal: Refusal) {
    fail(refusal.code.error.fullName, ControlError.Parameters(refusal))
  }
}

extension Refusal {
  /// Makes the refusal for a connection of `peer` above the `limit`, which is temporary.
  fileprivate init(_ peer: Peer, _ limit: ServerEvent.LimitReached) {
    let problem =
      switch limit {
      case .connections: "all connections to this daemon are in use"
      case .connectionsPerUser: "uid \(peer.uid) has the maximum number of connections of a user"
      }
    // An app that receives this code tries again.
    self.init(
      .unavailable,
      message:
        "\(problem); nothing was done. End a `rubatoctl watch`, `wait` or `logs --follow`, or a"
        + " program that keeps connections open, and try again")
  }

  /// The refusal as a reply; `nil` if it cannot be encoded.
  fileprivate var frame: [UInt8]? {
    try? OutgoingFrame.error(code.error.fullName, ControlError.Parameters(self))
  }
}

extension Refusal.Code {
  /// The error of the interface with which a refusal of this code is sent.
  var error: ControlError {
    switch self {
    case .invalid: .refused
    case .notFound: .notFound
    case .ambiguous: .ambiguous
    case .limit: .limitReached
    case .notPermitted: .notPermitted
    case .held: .held
    case .unavailable: .unavailable
    }
  }
}

extension ControlError.Parameters {
  /// Makes the parameters of the error for `refusal`. Sets only the fields that the error declares.
  init(_ refusal: Refusal) {
    switch refusal.code {
    case .held:
      self.init(reasons: refusal.reasons, message: refusal.message)
    case .unavailable: self.init(message: refusal.message)
    default:
      self.init(field: refusal.field, value: refusal.value, message: refusal.message)
    }
  }
}
