import ChildProcesses
import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The calls of the keys of `top`.
enum TopCalls {
  /// Performs an action on a request, and returns its answer.
  static func perform(_ action: TopAction, _ session: Session) throws(Failure) -> TopEvent {
    switch action {
    case .explain(let entry):
      let call = Explain(id: entry.id, app: entry.app, owner: entry.owner)
      // Without a request of this name, one of an app with the same id is returned.
      let explanations = try session.call(call).explanations
      guard let explanation = explanations.first(where: { $0.app == entry.app }) else {
        throw .refused("\(entry.name) is no longer queued; its runs are listed by `rubatoctl runs`")
      }
      return .explained(explanation)
    case .run(let entry, let isForced):
      let mode = isForced ? "force" : "ifReady"
      let call = RunNow(id: entry.id, app: entry.app, owner: entry.owner, mode: mode)
      return answer("Started: \(entry.name) (run \(try session.call(call).run)).")
    case .stop(let entry):
      return try stop(entry, session)
    case .pause(let entry):
      _ = try session.call(
        PauseRequests(owner: entry.owner, app: entry.app, kinds: [], ids: [entry.id]))
      return answer("Paused: \(entry.name). p resumes it.")
    case .resume(let entry):
      _ = try session.call(
        ResumeRequests(owner: entry.owner, app: entry.app, kinds: [], ids: [entry.id]))
      return answer("Resumed: \(entry.name).")
    // The loop performs these actions without a call.
    case .quit, .suspend, .redraw, .follow: return answer("")
    }
  }

  /// Returns the event of an action that was performed; `text` is shown in the last line.
  private static func answer(_ text: String) -> TopEvent { .answered(text, isRefusal: false) }

  /// Stops the run that was selected. Throws if the request has another run by now.
  private static func stop(_ entry: TopEntry, _ session: Session) throws(Failure) -> TopEvent {
    let list = List(id: entry.id, app: entry.app, owner: entry.owner)
    let request = try session.call(list).requests.first
    // Without a request of this name, one of an app with the same id is returned.
    if let request, request.app != entry.app {
      throw .refused("\(entry.name) does not run; e explains why")
    }
    if let run = entry.run, let currentRun = request?.run, currentRun != run {
      throw .refused(
        "run \(run) of \(entry.name) has ended; press s again to stop run \(currentRun)")
    }
    let call = Stop(id: entry.id, app: entry.app, owner: entry.owner)
    let run = try session.call(call).run
    // Fits 80 columns: the terminal cuts longer answers.
    return answer("Stopping: \(entry.name) (run \(run)). It may start again; p pauses it.")
  }

  /// The end of shown output.
  enum OutputEnd {
    case ended
    /// The user has pressed Ctrl-C.
    case interrupted
    /// The output could not be shown, with the problem.
    case failed(String)
  }

  /// Shows the output of a run, or the output of a waiting request as it comes, with this program.
  static func showLogs(of entry: TopEntry, _ instance: Instance) -> OutputEnd {
    let selection =
      entry.run.map { ["--run", String($0)] }
      ?? [entry.id, "--owner", String(entry.owner)] + (entry.app.map { ["--app", $0] } ?? [])
    let follow = entry.section == .ended ? [] : ["--follow"]
    let words = ["rubatoctl", "logs"] + follow + ["--socket", instance.socketPath] + selection
    // A list of C strings ends with nil.
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, "/proc/self/exe", nil, nil, &arguments, environ)
    guard code == 0 else {
      return .failed("logs cannot be run: \(String(cString: strerror(code)))")
    }
    return WaitStatus(ofChild: child).signalNumber == SIGINT ? .interrupted : .ended
  }
}

extension Failure {
  /// The problem in one line, for the last line of `top`; empty if there is none to report.
  var sentence: String {
    switch self {
    case .refused(_, let parameters):
      parameters.message.split(separator: "\n").joined(separator: " ")
    case .usage(let message), .noDaemon(let message): message
    case .negative, .command: ""
    }
  }
}
