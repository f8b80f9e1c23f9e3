import Control
import Files
import Verbs

/// Makes the calls for many requests. Results of slow checks are kept, since many requests have the same values.
struct BatchCalls {
  private let verb: SubmitVerb
  private let session: Session
  /// The surroundings of commands whose requests do not change them.
  private let surroundings: CommandSurroundings
  /// The variables that all commands share, and that no call repeats.
  private let environment: [String: String]
  /// The errors of the shell by its command lines; `nil` for a line without an error.
  private var lines: [String: String?] = [:]
  /// The dates of calls whose typed times are converted, by the dates before.
  private var dates: [Dates: Dates] = [:]
  /// Whether requests get the variable TZ of the caller.
  private let inheritsZone: Bool

  /// The dates of a call that options can set.
  private struct Dates: Hashable {
    var earliest: String?
    var latest: String?
    var on: [String]?
  }

  init(
    _ verb: SubmitVerb, _ session: Session, _ surroundings: CommandSurroundings,
    environment: [String: String], inheritsZone: Bool
  ) {
    self.verb = verb
    self.session = session
    self.surroundings = surroundings
    self.environment = environment
    self.inheritsZone = inheritsZone
  }

  /// Returns the call that submits a request, or the reason why it is refused. Throws an error in the typed options.
  mutating func call(
    _ entry: SubmittedFiles.Entry
  ) throws(Failure) -> Result<Submit, BatchLine.Problem> {
    let task: TaskFile
    switch entry.task {
    case .failure(let mistakes):
      let texts = mistakes.errors.map { "\($0)" }
      return .failure(BatchLine.Problem(texts.joined(separator: "; ")))
    case .success(let validTask): task = validTask
    }
    if let problem = findProblem(inLinesOf: task) { return .failure(BatchLine.Problem(problem)) }
    var call: Submit
    switch try callWithOptions(of: task, entry) {
    case .failure(let problem): return .failure(problem)
    case .success(let callOfTask): call = callOfTask
    }
    call = try withUniversalTimes(call)
    // No user is asked here. A queued request that is replaced may lose its options, but not its repetition.
    if call.ifPending == nil { call.mayLose = "options" }
    // The calls are sent with `environment`, so that each one needs only the variables that differ.
    if var ownEnvironment = call.command?.environment {
      if !inheritsZone { ownEnvironment["TZ"] = task.environment["TZ"] }
      call.command?.environment =
        ownEnvironment == environment
        ? [:] : ownEnvironment.filter { environment[$0.key] != $0.value }
    }
    return .success(call)
  }

  /// Returns the call with the options of the task and the typed ones, or the reason why it is refused, at its place in
  /// the file. Throws an error in the typed options.
  private func callWithOptions(
    of task: TaskFile, _ entry: SubmittedFiles.Entry
  ) throws(Failure) -> Result<Submit, BatchLine.Problem> {
    var call: Submit
    do throws(Failure) {
      let file = SubmittedFile(task: task)
      try file.checkUser()
      call = try file.call(verb.terms, verb.context, usual: surroundings)
    } catch {
      // A refusal concerns only this request; any other error concerns all of them.
      guard case .refused(let name, let parameters) = error else { throw error }
      var problem = BatchLine.Problem(parameters.message)
      (problem.error, problem.field, problem.value) = (name, parameters.field, parameters.value)
      let place = "\(entry.file):"
      if !problem.message.hasPrefix(place) {
        problem.message = "\(place)\(entry.line): \(problem.message)"
      }
      return .failure(problem)
    }
    do throws(Failure) {
      try verb.exact.apply(to: &call, isOfFile: true)
    } catch {
      // The typed options contradict those of this file, and not necessarily those of other requests.
      guard case .usage(let text) = error else { throw error }
      return .failure(BatchLine.Problem("\(entry.file):\(entry.line): \(text)"))
    }
    return .success(call)
  }

  /// Returns the error of the first line that the shell cannot parse; `nil` if there is none. Each line is parsed only
  /// once, since requests often have the same one.
  private mutating func findProblem(inLinesOf task: TaskFile) -> String? {
    for (key, line) in task.shellLines {
      guard let line else { continue }
      let problem = lines[line] ?? ShellLine.problem(key, line)
      // `nil` is stored also, for a line that the shell can parse.
      lines[line] = .some(problem)
      if let problem { return "\(task.error(key, problem))" }
    }
    return nil
  }

  /// Returns the call with its typed times as the session converts them. The same dates are converted only once.
  private mutating func withUniversalTimes(_ call: Submit) throws(Failure) -> Submit {
    let written = Dates(earliest: call.earliest, latest: call.latest, on: call.on)
    guard let known = dates[written] else {
      let converted = try session.universalTimes(of: call, typed: verb.typedFields)
      dates[written] = Dates(
        earliest: converted.earliest, latest: converted.latest, on: converted.on)
      return converted
    }
    var call = call
    (call.earliest, call.latest, call.on) = (known.earliest, known.latest, known.on)
    return call
  }
}
