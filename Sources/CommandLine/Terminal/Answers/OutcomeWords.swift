import Control

/// The outcomes of runs, in plain words.
package enum OutcomeWords {
  /// Returns a table cell with the outcome of a run in its colour; with its state if the run has not ended.
  static func cell(_ run: RunInfo) -> Table.Cell {
    Table.Cell(run.outcome.map(words) ?? run.state, role(run.outcome))
  }

  /// Returns the outcome in words; an outcome without other words is returned as it is.
  package static func words(_ outcome: String) -> String {
    switch outcome {
    case "retryLater": "asked to run later"
    case "launchFailed": "not started"
    case "launchTimeout": "started too slowly"
    case "outOfMemory": "out of memory"
    default: outcome.visible
    }
  }

  /// Returns the role that colours an outcome; `nil` stands for a run that has not ended.
  static func role(_ outcome: String?) -> Role {
    switch outcome {
    case nil, "completed": .good
    case "retryLater", "deferred", "cancelled", "interrupted", "skipped": .warning
    default: .bad
    }
  }

  /// Returns the details of a run, such as `budget used up, exit 3`: its stop reason, exit status, signal, code, step,
  /// message and delay, as far as they are known; empty if none is.
  static func details(_ run: RunInfo) -> String {
    var details: [String] = []
    if let reason = run.stopReason { details.append(stopReason(reason, run.stopMessage)) }
    if let exit = run.exit, exit != 0 { details.append("exit \(exit)") }
    if let signal = run.signal {
      details.append("signal \(signal)" + (run.dumpedCore ? ", core dumped" : ""))
    }
    if let code = run.code { details.append(code) }
    if let step = stepText(run), run.outcome != "completed" { details.append("in \(step)") }
    if let message = run.message { details.append(message) }
    if let late = latenessText(run) { details.append(late) }
    return details.joined(separator: ", ")
  }

  /// Returns the delay of the start after its date, such as `7 h 12 min late`; `nil` if the run had no date, or began
  /// on time.
  static func latenessText(_ run: RunInfo) -> String? {
    run.late.flatMap { $0 < 1 ? nil : "\(DurationText.exact($0.rounded())) late" }
  }

  /// Returns the cell of the column DETAILS: the title and the progress of the task, then the details of the run, such
  /// as `Exporting: 2 of 4, 50 % done`.
  static func detailsWithProgress(_ run: RunInfo) -> String {
    let title = run.task.flatMap(TaskWords.title)
    let share = run.outcome == "completed" ? nil : run.share.map(ProgressWords.share)
    let runDetails = details(run)
    return [title, share, runDetails.isEmpty ? nil : runDetails].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Returns the current or last step of a run: `step 3, upload`; `nil` if the run has no steps.
  static func stepText(_ run: RunInfo) -> String? {
    guard let number = run.stepNumber, let name = run.step else { return nil }
    return "step \(number)" + (name == "step-\(number)" ? "" : ", \(name)")
  }

  /// Returns the stop reason in words, with the message.
  ///
  /// - Parameter message: The message of a manual stop, or of a manual end of its budget.
  static func stopReason(_ reason: String, _ message: String?) -> String {
    if reason == "budget", let message { return message }
    return stopReason(reason) + (message.map { ": \($0)" } ?? "")
  }

  /// Returns the code of a stop reason in words. A closed gate has the code of its reason, which `ReasonWords`
  /// describes.
  package static func stopReason(_ reason: String) -> String {
    switch reason {
    case "budget": "budget used up"
    case "launchTimeout": "start timed out"
    case "notReady": "not ready in time"
    case "cancelled": "request cancelled"
    case "replaced": "request replaced"
    case "operator": "stopped by hand"
    case "shutdown": "shutdown"
    case "stoppedOutside": "stopped from outside"
    case "stepLimit": "step limit exceeded"
    case "stalled": "no progress reported"
    case "deadline": "latest date passed"
    case "gaveUp": "given up"
    case "dependencyFailed": "predecessor not completed"
    case "interrupted": "interrupted"
    default: ReasonWords.state(reason)
    }
  }
}
