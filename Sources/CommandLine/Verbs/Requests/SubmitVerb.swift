import ArgumentParser
import Control
import Terminal

package struct SubmitVerb: Verb {
  package static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract: "Queue a command to run when the device can spare it.",
    usage: """
      rubatoctl submit [<options>] -- <command> [<arguments> ...]
      rubatoctl submit [<options>] --step <name>=<command line> ...
      rubatoctl submit [<options>] --unit <name>.service
      rubatoctl submit [<options>] <file>.yaml
      rubatoctl submit [<options>] [--atomic] (- | <directory>/ | --file <path> ...)
      """,
    discussion: """
      rubatoctl submit --id backup --requires unmetered --prefer power,idle --latest 'Fri 18:00' \
      --every 1d -- restic backup /home

      A time is a day and a time of day ('Fri 18:00', '3am tomorrow', 22:30, tonight), which can name a time zone, a \
      duration from now (72h, 'in 2 hours', now), or RFC 3339. A day without a time of day means its beginning, \
      and in --latest its end. A duration is 500ms, 90s, 30m, 1h30m, 2d or 1w.

      \(ExitCodes.withWaitOptions)
      """)

  @OptionGroup package var work: SubmitWork
  @OptionGroup package var terms: SubmitTerms
  @OptionGroup package var exact: ExactOptions
  @OptionGroup package var context: SubmitContext
  @OptionGroup package var connection: ConnectionOptions

  @OptionGroup var wait: WaitOptions

  package init() {}

  /// Whether to wait for the end of the run.
  package var waits: Bool { wait.waiting.isWanted }

  /// The fields of the call that options set.
  package var typedFields: [String] {
    terms.typedFields + exact.typedFields + context.typedFields
  }

  /// Submits the work. A task file is submitted by `rubato-lab`, which replaces this process.
  package func run() throws {
    try work.check()
    if !work.files.isEmpty { try Laboratory.takeOver() }
    // Errors in the command are reported even if no daemon runs.
    let call = try submission()
    try submit(call, Session(connection))
  }

  /// Required by `Verb`; `run` has its own order.
  package func perform(_ session: Session) throws(Failure) {
    try submit(try submission(), session)
  }

  /// Returns the submission that the options describe. Throws if it is invalid, or if the shell cannot parse one of
  /// its command lines.
  private func submission() throws(Failure) -> Submit {
    var call = try terms.call(work.command(context))
    try exact.apply(to: &call)
    try call.checkShellLines()
    return call
  }

  /// The reply to a submission.
  private struct Accepted {
    var reply: Submit.Reply
    /// The number of the user's newest run before the submission; 0 if the end is not awaited.
    var lastRun: Int64
  }

  /// Submits a call. The newest run is read immediately before it: during a question, an earlier request may run.
  private func accepted(_ call: Submit, _ session: Session) throws(Failure) -> Accepted {
    let lastRun = waits ? try Outcome.newestRunNumber(session) : 0
    return Accepted(reply: try session.call(call), lastRun: lastRun)
  }

  /// Submits a call. A forgotten option would be lost if it replaced a queued repeating request of the same id. A user
  /// at a terminal is asked for consent to that. Without a terminal, only the loss of the repetition is refused.
  private func submitAskingConsent(
    _ call: Submit, _ session: Session
  ) throws(Failure) -> Accepted {
    // With --if-pending, the user has already decided.
    guard call.ifPending == nil else { return try accepted(call, session) }
    let asks = Question.isPossible && !connection.json
    var call = call
    // The daemon refuses if the queued request would lose more: `options` excludes its repetition.
    call.mayLose = asks ? "nothing" : "options"
    do throws(Failure) {
      return try accepted(call, session)
    } catch {
      guard asks, case .refused(_, let parameters) = error, parameters.field == "mayLose",
        let lostOptions = parameters.value
      else { throw Self.completingAdvice(error) }
      let id = call.id ?? ""
      Output.printError("\(id.visible) is queued already, and would lose: \(lostOptions.visible)")
      guard Question.ask("Replace it?") else {
        throw .refused(
          "nothing was changed; to change some options and keep the others: rubatoctl set"
            + " \(id.visible) --latest 'Fri 18:00'")
      }
      // With consent, the request may lose anything.
      call.mayLose = nil
      return try accepted(call, session)
    }
  }

  /// Returns the refusal to replace a request, whose advice ends with `--if-pending replace`, with the whole typed
  /// command line in place of these two words. Other failures are unchanged.
  private static func completingAdvice(_ failure: Failure) -> Failure {
    let options = ["--if-pending", "replace"]
    let advice = options.joined(separator: " ")
    guard case .refused(let error, var parameters) = failure, parameters.field == "mayLose",
      parameters.message.hasSuffix(": \(advice)"),
      let line = TypedCommand.ofThisProcess.adding(options)
    else { return failure }
    parameters.message = "\(parameters.message.dropLast(advice.count))\(line)"
    return .refused(error: error, parameters)
  }

  /// Submits a call and prints the queued request. If requested, waits for its end and reports the outcome.
  ///
  /// - Parameter locate: Returns the refusal of a value of a file with its place; `nil` for a value that was typed.
  package func submit(
    _ call: Submit, _ session: Session, locate: (Failure) -> Failure? = { _ in nil }
  ) throws(Failure) {
    let call = try session.universalTimes(of: call, typed: typedFields)
    let accepted: Accepted
    do throws(Failure) {
      accepted = try submitAskingConsent(call, session)
    } catch {
      throw locate(error) ?? exact.naming(error).namingOption(typed: terms.typedTexts)
    }
    let (reply, waiting) = (accepted.reply, wait.waiting)
    try context.warnOfMissingPrograms(in: call)
    if call.id == nil, !session.isJSON { work.adviseOfIDInCommand() }
    // With both a wait and JSON, only the end is printed.
    if !waiting.isWanted || !session.isJSON {
      try session.printAnswer(
        reply, now: reply.kept ? nil : reply.request.submitted,
        leavesOutputToCommand: waiting.printsOutput
      ) { screen in
        [SubmitAnswer(reply, screen: screen).text]
      }
    }
    if waiting.isWanted {
      try Outcome.await(reply.request, after: accepted.lastRun, waiting, session)
    }
  }
}
