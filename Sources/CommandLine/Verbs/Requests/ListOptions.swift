import ArgumentParser
import Control
import Terminal

/// The columns, the order and the states of `list`.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show these columns, separated by commas: \(RequestColumn.names.joined(separator: ", ")).",
      valueName: "list"),
    completion: .list(RequestColumn.names))
  var columns: [String] = []

  @Option(
    help: ArgumentHelp("Sort by this column of --columns.", valueName: "column"),
    completion: .list(RequestColumn.names))
  var sort: String?

  @Flag(help: "With --sort: sort in descending order.")
  var descending = false

  @Option(
    help: ArgumentHelp(
      "Only requests in this state; if repeated, in one of the states: "
        + "\(RequestState.names.joined(separator: ", ")).",
      valueName: "state"),
    completion: .list(RequestState.names))
  var state: [String] = []

  /// The most queued requests whose forecasts are read; each costs the daemon an explanation.
  private static let mostForecasts = 100

  /// Refuses `--descending` without `--sort`, `--sort` of a tree, and options of queued requests for failed ones.
  func checkCombination(failed: Bool, tree: Bool) throws {
    if descending, sort == nil { throw ValidationError("--descending goes with --sort") }
    if tree, sort != nil {
      throw ValidationError("--tree has an order of its own; leave out --tree or --sort")
    }
    if failed, !columns.isEmpty || sort != nil || !state.isEmpty {
      throw ValidationError(
        "--columns, --sort and --state are for queued requests; leave them out with --failed")
    }
  }

  /// Returns the chosen columns; `nil` for the usual ones.
  func chosenColumns() throws(Failure) -> [RequestColumn]? {
    do throws(InputError) {
      return try RequestColumn.parse(columns, of: "--columns")
    } catch {
      throw .refused(error)
    }
  }

  /// Returns the states and the order that the options select. Throws if a value is not allowed.
  func selection() throws(Failure) -> RequestSelection {
    do throws(InputError) {
      return try RequestSelection(states: state, sort: sort, isDescending: descending)
    } catch {
      throw .refused(error)
    }
  }

  /// Returns the forecasts of the listed requests that wait for the device, for the column NEXT; none for JSON, if the
  /// column is hidden, and if many requests are queued.
  ///
  /// - Parameters:
  ///   - requests: The requests that are shown, a part of those in `reply`.
  ///   - call: The call for which `reply` is the answer.
  func forecasts(
    of requests: [RequestInfo], _ reply: List.Reply, _ call: List, _ session: Session
  ) -> RequestForecasts {
    let showsNextStart =
      columns.isEmpty || columns.contains { $0.split(separator: ",").contains("next") }
    guard showsNextStart, !session.isJSON, reply.requests.count <= Self.mostForecasts,
      RequestForecasts.areNeeded(for: requests)
    else { return RequestForecasts() }
    let explain = Explain(app: call.app, owner: call.owner, allUsers: call.allUsers)
    return RequestForecasts((try? session.explanations(explain)) ?? [])
  }
}
