import Control
import Scheduling
import Varlink
import VarlinkServer

/// The answer to a call that lists requests: descriptions of the selected requests and of the running tasks of apps,
/// the longest waiting first.
struct RequestList<Info: Sendable, Reply: DirectlyEncodable & Sendable> {
  /// Makes a reply of descriptions; called on any thread.
  typealias MakeReply = @Sendable ([Info]) -> Reply

  private let selected: SelectedRequests
  private let pace: ListPace
  private let describe: @Sendable (Request, any EngineView) -> Info?
  private let summary: (any EngineView) -> MakeReply

  /// The number of requests whose keys are collected in one piece.
  private static var keysPerPiece: Int { 256 }

  /// - Parameters:
  ///   - describe: Returns the description of a request; `nil` if it has just ended.
  ///   - summary: Collects the other values of the answer after the last request is selected, and returns the closure
  ///     that makes a reply.
  init(
    _ selected: SelectedRequests, _ pace: ListPace,
    describe: @escaping @Sendable (Request, any EngineView) -> Info?,
    summary: @escaping (any EngineView) -> MakeReply
  ) {
    (self.selected, self.pace) = (selected, pace)
    self.describe = describe
    self.summary = summary
  }

  /// Returns the read that answers `call` of `user`: with one reply or, if the call accepts several, with as many as
  /// the length of the list needs.
  func read(_ call: ServerCall, of user: UInt32, _ engine: Engine) -> ReadQueue.Read {
    guard call.acceptsSeveralReplies else {
      return listWalk.read(for: user, engine) { call.answer($0) }
    }
    let (describe, pace) = (describe, pace)
    return keyWalk.read(for: user, engine) { [unowned engine] summary in
      call.attempt { () throws(Refusal) in
        let (keys, makeReply) = try summary()
        let parts = ListParts(call, of: user, keys, pace) { key, view in
          view.read { $0.request(key) ?? $0.runningTask(key) }.flatMap { describe($0, view) }
        } makeReply: {
          makeReply($0)
        }
        parts.send(engine)
      }
    }
  }

  /// The walk that describes each request, and makes one reply.
  private var listWalk: RequestWalk<(order: WaitOrder, info: Info), Reply> {
    RequestWalk(selected, includesRunningTasks: true, visitsPerPiece: pace.visitsPerPiece) {
      request, view in
      describe(request, view).map { (WaitOrder(request), $0) }
    } summary: { view in
      let (makeReply, now) = (summary(view), view.now.wall)
      return { makeReply(WaitOrder.sort($0, at: now)) }
    }
  }

  /// The walk that only collects the keys of the requests, in the order of the list.
  var keyWalk: RequestWalk<(order: WaitOrder, info: RequestKey), ([RequestKey], MakeReply)> {
    RequestWalk(selected, includesRunningTasks: true, visitsPerPiece: Self.keysPerPiece) {
      request, _ in
      (WaitOrder(request), request.key)
    } summary: { view in
      let (makeReply, now) = (summary(view), view.now.wall)
      return { found in
        // A request that is cancelled and submitted again during the walk can be visited twice.
        var listed: Set<RequestKey> = []
        let keys = WaitOrder.sort(found, at: now).filter { listed.insert($0).inserted }
        return (keys, makeReply)
      }
    }
  }
}

extension CallTable {
  /// Adds a method that lists requests. `begin` makes the list.
  mutating func addRequestList<Method: ControlMethod, Info: Sendable>(
    _: Method.Type,
    _ begin:
      @escaping @Sendable (Method, Caller, any EngineView) throws(Refusal) -> RequestList<
        Info, Method.Reply
      >
  ) {
    addReadInPieces(Method.self) { call, input, caller, engine throws(Refusal) in
      try begin(input, caller, engine).read(call, of: caller.uid, engine)
    }
  }
}
