import Control
import Scheduling
import Varlink
import VarlinkServer

/// The interface's methods, each answered by the engine.
struct CallTable {
  private var service: Service
  private let engine: Engine
  private let group: UInt32?
  /// What every call is answered with; nil where they are carried out.
  private let refusal: Refusal?

  init(engine: Engine, refusal: Refusal?) throws(DescriptionError) {
    self.engine = engine
    self.refusal = refusal
    group = Caller.administrators()
    service = try Service(
      info: ServiceInterface.Info(
        vendor: "Rubato", product: "rubatod", version: Version.text, url: ""),
      descriptions: [Interface.description])
  }

  /// The service with every method that the interface declares.
  ///
  /// - Parameters:
  ///   - policy: The file that the numbers come from; nil where there is none.
  ///   - refusal: What every call is answered with; nil where they are carried out.
  static func service(
    for engine: Engine, _ status: StatusSource, policy: String?, refusal: Refusal? = nil
  ) throws(DescriptionError) -> Service {
    var table = try CallTable(engine: engine, refusal: refusal)
    table.addRequests()
    table.addRuns()
    table.addReports()
    table.addDevice()
    table.addClock()
    table.addApps()
    table.addQuotas()
    table.addStatus(status)
    table.addPolicy(file: policy)
    return table.service
  }

  /// A method that changes something: its event is made and handled on the engine's queue, and it is
  /// answered once what it promises is on disk.
  mutating func change<Method: ControlMethod>(
    _: Method.Type,
    _ event: @escaping @Sendable (Method, Caller, Engine, Ticket) throws(Refusal) -> Event,
    reply: @escaping @Sendable (Method, Caller, Engine, Answer) throws(Refusal) -> Method.Reply
  ) {
    let (engine, group, refusal) = (engine, group, refusal)
    service.handle(Method.fullName, Method.self) { call, input in
      if let refusal { return call.fail(refusal) }
      let caller = Caller(call.peer, group: group)
      engine.call { engine, ticket throws(Refusal) in
        try event(input, caller, engine, ticket)
      } answer: { engine, answer in
        call.answer { () throws(Refusal) in
          if case .refused(let refusal) = answer { throw refusal }
          return try reply(input, caller, engine, answer)
        }
      }
    }
  }

  /// A method that looks at the engine's state.
  mutating func look<Method: ControlMethod>(
    _: Method.Type,
    _ reply: @escaping @Sendable (Method, Caller, Engine) throws(Refusal) -> Method.Reply
  ) {
    later(Method.self) { call, input, caller, engine in
      call.answer { () throws(Refusal) in try reply(input, caller, engine) }
    }
  }

  /// A method that is answered later, or several times.
  mutating func later<Method: ControlMethod>(
    _: Method.Type, requiresMore: Bool = false,
    _ body: @escaping @Sendable (ServerCall, Method, Caller, Engine) throws(Refusal) -> Void
  ) {
    let (engine, group, refusal) = (engine, group, refusal)
    service.handle(Method.fullName, Method.self, requiresMore: requiresMore) { call, input in
      if let refusal { return call.fail(refusal) }
      let caller = Caller(call.peer, group: group)
      engine.read { engine in
        do throws(Refusal) {
          try body(call, input, caller, engine)
        } catch {
          call.fail(error)
        }
      }
    }
  }
}

extension ServerCall {
  /// Answers with what `make` returns, or with its refusal.
  func answer(_ make: () throws(Refusal) -> some Encodable) {
    do throws(Refusal) {
      reply(try make())
    } catch {
      fail(error)
    }
  }

  /// Answers with the interface's error for `refusal`.
  func fail(_ refusal: Refusal) {
    fail(refusal.code.error.fullName, ControlError.Parameters(refusal))
  }
}

extension Refusal.Code {
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
  /// With the fields that the error declares, and no others.
  fileprivate init(_ refusal: Refusal) {
    switch refusal.code {
    case .held:
      self.init(reasons: refusal.reasons.map(\.rawValue), message: refusal.message)
    case .unavailable: self.init(message: refusal.message)
    default:
      self.init(field: refusal.field, value: refusal.value, message: refusal.message)
    }
  }
}
