import ArgumentParser
import Control
import Terminal

/// The options of `submit` and `set` for work at an exact time: `--at TIME` is `--earliest TIME --exact`.
package struct ExactOptions: ParsableArguments {
  /// The treatment of a run whose exact time was missed.
  enum Late: String, CaseIterable, ExpressibleByArgument {
    case run, skip
  }

  @Option(
    help: ArgumentHelp(
      "Start at this time, and wait only for --requires: --earliest with --exact.",
      valueName: "time"))
  var at: String?

  @Option(
    help: ArgumentHelp(
      "With --at or --exact, if the time is missed by a minute: run as soon as possible (the default), or skip it.",
      valueName: "run|skip"))
  var late: Late?

  package init() {}

  /// Sets the fields of `call` that `--at` and `--late` stand for. Throws a usage error for options that contradict
  /// each other.
  ///
  /// - Parameter isOfFile: Whether the call is from a task file, whose earliest date `--at` replaces.
  package func apply(to call: inout Submit, isOfFile: Bool = false) throws(Failure) {
    // The daemon refuses both together as well. In a command line, they are an error of usage, as other options are.
    if !isOfFile, call.on != nil, call.every != nil {
      throw .usage("--on and --every exclude each other; leave out one of them")
    }
    if let at {
      guard isOfFile || call.earliest == nil else {
        throw .usage("--at and --earliest exclude each other")
      }
      guard call.on == nil else {
        throw .usage("--at and --on exclude each other; for the dates of --on, use --exact")
      }
      call.earliest = at
      call.exact = true
    }
    guard let late else { return }
    guard call.exact == true else { throw .usage("--late requires --at or --exact") }
    guard call.atLatest == nil else { throw .usage("--late and --at-latest exclude each other") }
    // A late run is the default of a call.
    guard late == .skip else { return }
    guard call.latest == nil else { throw .usage("--late skip and --latest exclude each other") }
    call.atLatest = "drop"
  }

  /// The fields of the call that the typed options set. `--late skip` also sets `latest`, to none, since a request that
  /// is changed may have a latest date.
  var typedFields: [String] {
    let fieldsOfAt = at == nil ? [] : ["earliest", "exact"]
    let fieldsOfLate =
      switch late {
      case nil: [String]()
      case .run?: ["atLatest"]
      case .skip?: ["atLatest", "latest"]
      }
    return fieldsOfAt + fieldsOfLate
  }

  /// Returns the refusal of a time, or of an exact time, with the name of the option that was typed.
  func naming(_ failure: Failure) -> Failure {
    at == nil ? failure : failure.naming(["earliest": "--at", "exact": "--at"])
  }
}
