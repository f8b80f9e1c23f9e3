import ArgumentParser
import Control

/// The owner of the request, run or app, for root and the group rubato.
struct OwnerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Act on the requests and apps of this user: a user name or uid.", valueName: "user"))
  var owner: String?

  /// Returns the uid of the named owner; `nil` if no owner was named. Throws if the user does not exist.
  func uid() throws(Failure) -> Int64? {
    guard let owner else { return nil }
    guard let uid = Users.uid(owner) else {
      throw .refused("user '\(owner)' not found; give the name or the uid of a user")
    }
    return uid
  }
}

/// A request, by its id.
struct RequestOptions: ParsableArguments {
  @Argument(help: "Request id.", completion: RequestNames.completion)
  var id: String

  @Option(help: ArgumentHelp("App that the request belongs to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions

  /// Splits a name with an app, as tables show it, into the app and the id.
  mutating func validate() throws { (id, app) = RequestNames.split(id, app) }
}

/// A request by its id, or a run by its number.
struct RunOptions: ParsableArguments {
  @Argument(help: "Request id.", completion: RequestNames.completion)
  var id: String?

  @Option(help: ArgumentHelp("Run number.", valueName: "number"))
  var run: String?

  @Option(help: ArgumentHelp("App that the request belongs to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions

  /// Splits a name with an app into the two, and refuses the options unless they name either a request or a run.
  mutating func validate() throws {
    if let name = id { (id, app) = RequestNames.split(name, app) }
    if id == nil, run == nil { throw ValidationError("name a request, or a run with --run") }
    if id != nil, run != nil { throw ValidationError("name a request or --run, not both") }
  }
}

extension RunOptions {
  /// Returns the selected request or run. A typed number such as `12` is the id of a request if that is queued or has
  /// runs, otherwise the number of a run. Throws if it is neither. If that is unknown, since a call failed, returns the
  /// request, and the verb's own call reports the error.
  func requestOrRun(_ session: Session) throws(Failure) -> (id: String?, run: Int64?) {
    // An id that is not a number, or that belongs to an app, is a request's.
    guard let id, app == nil, let number = Int64(id), number > 0 else {
      return (id, try OptionValue.run(run))
    }
    let owner = try owner.uid()
    var runsOfRequest: [RunInfo] = []
    var isUnknownRequest = false
    do throws(Failure) {
      runsOfRequest = try session.call(Runs(id: id, owner: owner, limit: 1)).runs
    } catch {
      isUnknownRequest = error.isNotFound
    }
    let queuedRequests = try? session.call(List(id: id, owner: owner)).requests
    let isRequest = queuedRequests?.isEmpty == false || !runsOfRequest.isEmpty
    if isRequest { return (id, nil) }
    let runsOfNumber = try? session.call(Runs(run: number)).runs
    if runsOfNumber?.isEmpty == false { return (nil, number) }
    // The call has succeeded, and found none.
    let isUnknownRun = runsOfNumber != nil
    guard isUnknownRequest, isUnknownRun else { return (id, nil) }
    throw .refused(
      error: ControlError.notFound.rawValue,
      ControlError.Parameters(
        field: "id", value: id,
        message: "neither a request nor a run \(id) exists; `rubatoctl runs` lists runs"))
  }
}

/// Some of the requests or runs that the caller may see.
struct FilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Show only entries of this app.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions

  @Flag(help: "Show entries of all users.")
  var allUsers = false

  /// Whether all users' were requested; `nil` if not, so that the call leaves it out.
  var asksForAllUsers: Bool? { allUsers ? true : nil }

  /// The function that names owners; `nil` if all have the same owner.
  var ownerNames: ((Int64) -> String)? { allUsers ? { Users.name($0) } : nil }
}
