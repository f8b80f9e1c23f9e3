// Refusals that depend on existing requests, apps and runs.
extension Refusal {
  /// The sentence that names the verb that lists queued requests.
  package static let listAdvice = "`rubatoctl list` lists requests"

  /// The sentence that names the verb that lists failed requests.
  package static let failedListAdvice =
    "`rubatoctl list --failed` lists requests that have failed"

  /// Returns the refusal for a request that does not exist, with the nearest existing identifier as a suggestion.
  ///
  /// - Parameters:
  ///   - ids: The identifiers of existing requests, one of which may be meant.
  ///   - isAmongOwn: Whether only requests of the caller were searched.
  ///   - advice: The remedy.
  package static func unknown(
    _ key: RequestKey, among ids: [String] = [], isAmongOwn: Bool = false,
    advice: String = Refusal.listAdvice
  ) -> Refusal {
    let near = Suggestion.nearest(to: key.id, among: ids).map { " did you mean '\($0)'?" } ?? ""
    let place = isAmongOwn ? " among yours" : ""
    return Refusal(
      .notFound, field: "id", value: key.id,
      message: "request '\(key.id)' not found\(place);\(near) \(advice)")
  }

  /// Returns the refusal for an app that does not exist, with the nearest existing identifier as a suggestion.
  ///
  /// - Parameter ids: The identifiers of existing apps, one of which may be meant.
  package static func unknown(_ key: AppKey, among ids: [String] = []) -> Refusal {
    let near = Suggestion.nearest(to: key.id, among: ids).map { " did you mean '\($0)'?" } ?? ""
    return Refusal(
      .notFound, field: "id", value: key.id,
      message: "app '\(key.id)' not found;\(near) `rubatoctl app list` lists registered apps")
  }

  /// Returns the refusal to start `key` now, which `reasons` hold. `texts` explain the reasons, several of them in a
  /// line each; `remedy` is the last sentence.
  ///
  /// - Parameter isForAdministrators: Whether only administrators can follow the remedy.
  static func held(
    _ key: RequestKey, _ reasons: [Reason], _ texts: [String], _ remedy: String,
    isForAdministrators: Bool = false
  ) -> Refusal {
    let why =
      texts.count > 1
      ? texts.map { "\n- \($0)" }.joined() + "\n" : " \(texts.first ?? "it is held"). "
    var refusal = Refusal(
      .held, field: "id", value: key.id, message: "\(key.id) may not run now:\(why)\(remedy)")
    refusal.reasons = reasons.map(\.rawValue)
    refusal.administratorAdvice = isForAdministrators ? remedy : nil
    return refusal
  }

  /// Returns the refusal of a call that needs a run of the request, which is not running.
  static func notRunning(_ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) is not running; `rubatoctl explain \(key.id)` shows why")
  }

  /// Returns the refusal to start a request that `run` already executes.
  static func running(_ run: Run) -> Refusal {
    let name = run.key.name
    return Refusal(
      .held, field: "id", value: run.key.id,
      message: "\(run.key.id) is already running, as run \(run.id); wait for its end with"
        + " `rubatoctl wait \(name)`, or stop it with `rubatoctl stop \(name)`")
  }

  /// Returns the refusal to release a request that is not quarantined.
  static func notQuarantined(_ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) is not quarantined; `rubatoctl explain \(key.id)` shows why it waits")
  }

  /// Returns the refusal of a call about the failure of a request that has not failed.
  static func notFailed(_ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) has not failed; \(failedListAdvice)")
  }

  /// Returns the refusal for a request whose last run has failed, and that is still queued. Without force, its delay
  /// holds it.
  static func triedAgain(_ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) has failed and is retried automatically; `rubatoctl run \(key.id)"
        + " --force` starts it now, `rubatoctl explain \(key.id)` shows when it would start"
    )
  }

  /// Returns the refusal to queue a repeating request again whose last window has failed: it is still queued.
  static func triedInNextWindow(_ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message:
        "\(key.id) has failed and waits for its next window; `rubatoctl run \(key.id) --force` starts"
        + " it now, `rubatoctl explain \(key.id)` shows when it would start"
    )
  }

  /// Returns the refusal for a report on a run that has ended.
  static func over(_ run: RunID) -> Refusal {
    Refusal(
      .notFound, field: "run", value: String(run),
      message: "run \(run) is not running; only a running command can report on its run")
  }

  static let stopping = Refusal(
    .unavailable, message: "the daemon is stopping; try again once it has started")
}
