import Control
import Files
import JSON
import Terminal
import Verbs

/// Many requests, submitted with few calls on one connection.
struct SubmittedBatch {
  /// The limits of a call. The daemon closes a connection with a longer one, and lets the calls of other clients wait
  /// until it has stored all requests of a call.
  private enum CallLimit {
    static let bytes = 1_000_000
    static let usualCount = 1000
    static let atomicCount = 10_000
  }

  /// A request, or the reason why it is refused before it is sent.
  private struct Prepared {
    var entry: SubmittedFiles.Entry
    var call: Result<Submit, BatchLine.Problem>
    /// The length of the call as JSON.
    var bytes = 0
  }

  private let requests: [Prepared]
  private let environment: [String: String]
  /// The number of bytes of a call that its requests can have; the shared variables have the others.
  private let budget: Int
  private let isAtomic: Bool
  private let session: Session
  private var refused = 0
  /// The refusals that are not yet printed for people.
  private var refusals = GroupedRefusals()
  private var submitted = 0

  /// Makes the calls for the requests. `verb` has the typed options, which take precedence over the files.
  ///
  /// - Parameter inheritsZone: Whether requests get the variable TZ of the caller.
  init(
    _ entries: [SubmittedFiles.Entry], _ verb: SubmitVerb, _ session: Session,
    inheritsZone: Bool = true
  ) throws(Failure) {
    self.session = session
    isAtomic = verb.work.atomic
    let surroundings = try verb.context.surroundings()
    var environment = try surroundings.resolve([] as [String]).environment
    if !inheritsZone { environment["TZ"] = nil }
    self.environment = environment
    var empty = JSONWriter()
    SubmitAll(submissions: [], environment: environment).write(to: &empty)
    // A call without requests has only the shared variables: the other bytes are for requests.
    budget = CallLimit.bytes - empty.bytes.count
    var maker = BatchCalls(
      verb, session, surroundings, environment: environment, inheritsZone: inheritsZone)
    var requests: [Prepared] = []
    for entry in entries {
      var prepared = Prepared(entry: entry, call: try maker.call(entry))
      if case .success(let call) = prepared.call {
        var json = JSONWriter()
        call.write(to: &json)
        // With the comma between two requests.
        prepared.bytes = json.bytes.count + 1
        if prepared.bytes > budget {
          prepared.call = .failure(
            BatchLine.Problem(
              "\(entry.file):\(entry.line): the request has \(prepared.bytes) bytes; at most"
                + " \(budget) are allowed beside the environment"))
          // It is not sent.
          prepared.bytes = 0
        }
      }
      requests.append(prepared)
    }
    self.requests = requests
  }

  /// Prints the requests that are refused before they are sent, and throws a refusal if there is one.
  mutating func refuseProblems() throws(Failure) {
    for request in requests {
      if case .failure(let problem) = request.call { addRefusal(request.entry, problem) }
    }
    refusals.print()
    if refused > 0 { throw nothingSubmittedFailure(refused) }
  }

  /// Submits the requests, and prints a line for each accepted one; then the refused ones. Throws a refusal if one was
  /// refused.
  mutating func submit() throws(Failure) {
    if isAtomic { return try submitAtomically() }
    defer { refusals.print() }
    var rest = requests[...]
    while !rest.isEmpty {
      let part = nextPart(of: rest)
      rest = rest.dropFirst(part.count)
      try submit(part)
    }
    guard refused > 0 else { return }
    if submitted == 0 { throw nothingSubmittedFailure(refused) }
    throw .refused(
      "\(refused) of \(requests.count) requests were refused; the others are queued")
  }

  /// Returns the first requests of `rest` that fit into a call; at least one, since each fits into a call of its own.
  private func nextPart(of rest: ArraySlice<Prepared>) -> ArraySlice<Prepared> {
    var bytes = 0
    return rest.prefix(CallLimit.usualCount).prefix { request in
      bytes += request.bytes
      return bytes <= budget
    }
  }

  /// Submits requests that fit into one call, and prints the lines of the accepted ones.
  private mutating func submit(_ part: ArraySlice<Prepared>) throws(Failure) {
    let calls = part.compactMap { try? $0.call.get() }
    var results: ArraySlice<SubmissionResultInfo> = []
    if !calls.isEmpty {
      do throws(Failure) {
        results = try session.call(SubmitAll(submissions: calls, environment: environment))
          .results[...]
      } catch {
        throw withPlace(error, part)
      }
      guard results.count == calls.count else { throw .refused("the daemon's reply is incomplete") }
    }
    for request in part {
      switch request.call {
      case .failure(let problem): addRefusal(request.entry, problem)
      case .success:
        let result = results.removeFirst()
        if let problem = BatchLine.Problem(result, of: request.entry) {
          addRefusal(request.entry, problem)
        } else {
          submitted += 1
          BatchLine(request.entry, result).print(asJSON: session.isJSON)
        }
      }
    }
  }

  /// Counts a refusal. As JSON it is printed immediately; for people, equal refusals are printed together.
  private mutating func addRefusal(_ entry: SubmittedFiles.Entry, _ problem: BatchLine.Problem) {
    refused += 1
    if session.isJSON { return BatchLine(entry, problem).print(asJSON: true) }
    refusals.add(entry, problem)
  }

  /// Returns the failure of a whole call, with the place of its first request and the number of queued ones.
  private func withPlace(_ failure: Failure, _ part: ArraySlice<Prepared>) -> Failure {
    guard case .refused(let error, var parameters) = failure, let entry = part.first?.entry else {
      return failure
    }
    parameters.message =
      "\(entry.file):\(entry.line): \(parameters.message); \(submitted) of \(requests.count)"
      + " requests were queued before"
    return .refused(error: error, parameters)
  }
}

// All or none.
extension SubmittedBatch {
  /// Submits all requests with one call. If one is refused, prints its line and throws a refusal.
  private mutating func submitAtomically() throws(Failure) {
    try refuseProblems()
    let bytes = requests.reduce(0) { $0 + $1.bytes }
    guard requests.count <= CallLimit.atomicCount, bytes <= budget else {
      throw .refused(
        "at most \(CallLimit.atomicCount) requests of together \(budget) bytes are queued together or"
          + " not at all, beside the environment, and there are \(requests.count) of \(bytes); use"
          + " several files, or `rubatoctl submit --file FILE` without --atomic")
    }
    let calls = requests.compactMap { try? $0.call.get() }
    do throws(Failure) {
      let reply = try session.call(
        SubmitAll(submissions: calls, environment: environment, atomic: true))
      for (request, result) in zip(requests, reply.results) {
        BatchLine(request.entry, result).print(asJSON: session.isJSON)
      }
    } catch {
      guard case .refused(let name, let parameters) = error,
        let (index, submissionError) = BatchLine.Problem.refusedPosition(in: parameters),
        requests.indices.contains(index)
      else { throw error }
      let entry = requests[index].entry
      addRefusal(entry, BatchLine.Problem(error: name, submissionError, of: entry))
      refusals.print()
      throw nothingSubmittedFailure(1)
    }
  }

  /// Returns the failure of a submission that queues nothing, with the number of refused requests.
  private func nothingSubmittedFailure(_ refused: Int) -> Failure {
    let share =
      requests.count == 1 ? "the request was" : "\(refused) of \(requests.count) requests were"
    return .refused("\(share) refused; nothing was submitted")
  }
}
