import Control
import Scheduling
import Synchronization
import VarlinkServer

extension CallTable {
  /// Adds `SubmitAll`: queries the stop timeouts of the units that it names, submits the batch in one step, and replies
  /// after the commit.
  mutating func addBatches() {
    addMethod(SubmitAll.self) { call, input, caller, engine in
      let batch = CalledBatch(input, caller)
      batch.queryStopTimes(engine) { stopTimes in
        engine.call { engine, ticket throws(Refusal) in
          .submitAll(try batch.submissions(engine, stopTimes), ticket)
        } answer: { engine, answer in
          call.answer { () throws(Refusal) in try batch.reply(answer, engine) }
        }
      }
    }
  }
}

/// The submissions of a call, and the refusals of submissions that the scheduler does not receive.
private final class CalledBatch: Sendable {
  private let call: SubmitAll
  private let caller: Caller
  /// The refusals by the positions of their submissions.
  private let refusalsByPosition = Mutex([Int: Refusal]())

  init(_ call: SubmitAll, _ caller: Caller) {
    self.call = call
    self.caller = caller
  }

  /// Queries the stop timeouts of the units that the submissions name, and passes them to `answer`. A stop timeout
  /// becomes the grace of its request.
  func queryStopTimes(_ engine: Engine, _ answer: @escaping @Sendable (StopTimes) -> Void) {
    let units = Set(call.submissions.flatMap { $0.units(for: caller) }).sorted()
    if units.isEmpty { answer(StopTimes()) } else { engine.stopTimes(ofUnits: units, answer) }
  }

  /// Makes the batch for the scheduler. Throws a refusal, before it converts a submission, if the number of
  /// submissions, the rate or the shared variables are not allowed. Keeps the refusals of submissions for the reply; an
  /// atomic batch with one is empty, and the scheduler only counts it.
  func submissions(
    _ view: any EngineView, _ stopTimes: StopTimes
  ) throws(Refusal) -> SubmissionBatch {
    try checkCount()
    let isCounted = caller.submissionsCountAgainstRates(view)
    try view.core.checkRate(of: caller.uid, isCounted: isCounted, at: view.now)
    try checkEnvironment(view.core.settings)
    let isAtomic = call.atomic == true
    var batch = SubmissionBatch(
      owner: caller.uid, [], isAtomic: isAtomic, isCounted: isCounted)
    for index in call.submissions.indices {
      do throws(Refusal) {
        batch.submissions.append(try submission(at: index, view, stopTimes))
      } catch {
        refusalsByPosition.withLock { $0[index] = error }
        if isAtomic {
          // None is accepted. The submissions up to this one still count against the submit rate.
          batch.submissions = []
          batch.refusedBefore = index + 1
          return batch
        }
        // The scheduler does not receive it, but counts it against the submit rate.
        batch.refusedBefore += 1
      }
    }
    return batch
  }

  /// Throws a refusal if the call has no submission or too many.
  private func checkCount() throws(Refusal) {
    let count = call.submissions.count
    guard (1...SubmissionBatch.most).contains(count) else {
      throw Refusal(
        field: "submissions", value: "\(count)",
        allowed: "1 to \(SubmissionBatch.most) submissions in a call")
    }
  }

  /// Throws a refusal if the shared variables are too long for one request, or together with their copies for all
  /// requests of a user. They are counted as in the size of a request: 32 bytes more for each text.
  private func checkEnvironment(_ settings: Settings) throws(Refusal) {
    guard let shared = call.environment else { return }
    // For a name and its value.
    let bytesBesidesTexts = 2 * 32
    let bytes = shared.reduce(0) { sum, variable in
      sum + variable.key.utf8.count + variable.value.utf8.count + bytesBesidesTexts
    }
    guard bytes <= settings.longestRequest else {
      throw Refusal(
        .limit, field: "environment", value: "\(bytes) bytes",
        message: "the shared variables have \(bytes) bytes of text; the limit of a request is"
          + " \(settings.longestRequest). Submit with fewer variables")
    }
    // Units, and requests without a command, get no shared variables.
    let commandCount = call.submissions.count { $0.command.map { $0.unit == nil } ?? false }
    let total = bytes * commandCount
    guard total <= settings.bytesPerUser else {
      throw Refusal(
        .limit, field: "environment", value: "\(total) bytes",
        message: "the shared variables have \(bytes) bytes of text, and \(total) in"
          + " \(commandCount) commands; the limit of a user is \(settings.bytesPerUser)."
          + " Submit with fewer variables, or fewer commands in a call")
    }
  }

  /// Makes the submission at a position. Its command gets the variables that all commands share, unless it is a unit,
  /// which has its own. A variable of the command replaces the shared one of the same name.
  private func submission(
    at index: Int, _ view: any EngineView, _ stopTimes: StopTimes
  ) throws(Refusal) -> Submission {
    var single = call.submissions[index]
    if let shared = call.environment, let own = single.command?.environment,
      single.command?.unit == nil
    {
      // All commands without variables of their own share one copy.
      single.command?.environment = own.isEmpty ? shared : shared.merging(own) { $1 }
    }
    var submission = try Submission(single, caller, view, stopTimes)
    // The reply of a batch has no explanations.
    submission.wantsExplanation = false
    return submission
  }

  /// Returns the reply, with the outcomes in the order of the call. Throws the refusal of the whole call.
  func reply(_ answer: Answer, _ view: any EngineView) throws(Refusal) -> SubmitAll.Reply {
    if case .refused(let refusal) = answer { throw refusal.adapted(to: caller) }
    guard case .submitted(let decided) = answer else { throw .unexpected }
    let refusals = refusalsByPosition.withLock(\.self)
    // An atomic batch ends at its first refusal, so it has at most one.
    if call.atomic == true, let first = refusals.first {
      throw first.value.inBatch(at: first.key).adapted(to: caller)
    }
    // The scheduler has decided only the submissions without an earlier refusal, in their order.
    var outcomes = decided[...]
    let results = call.submissions.indices.map { index in
      if let refusal = refusals[index] { return SubmissionResultInfo(refusal.adapted(to: caller)) }
      return switch outcomes.removeFirst() {
      case .success(let acceptance):
        SubmissionResultInfo(acceptance, acceptance.warnings + view.ownWarnings(of: acceptance))
      case .failure(let refusal): SubmissionResultInfo(refusal.adapted(to: caller))
      }
    }
    return SubmitAll.Reply(results: results)
  }
}

extension SubmissionResultInfo {
  /// Describes an accepted submission, with its warnings.
  fileprivate init(_ acceptance: Acceptance, _ warnings: [Warning]) {
    self.init(
      id: acceptance.request.key.id, replaced: acceptance.replaced, kept: acceptance.kept,
      warnings: warnings.map { WarningInfo($0) })
  }

  /// Describes a refused submission.
  fileprivate init(_ refusal: Refusal) {
    let parameters = ControlError.Parameters(refusal)
    self.init(
      replaced: false, kept: false, warnings: [], error: refusal.code.error.rawValue,
      field: parameters.field, value: parameters.value, message: parameters.message)
  }
}
