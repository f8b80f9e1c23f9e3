import Control
import Vocabulary

/// The answer to `submit`: whether the request was accepted, why it waits, and how its run ends.
package struct SubmitAnswer {
  private let reply: Submit.Reply
  private let screen: Screen
  private let isChange: Bool

  /// - Parameter isChange: Whether a request was changed, and none submitted.
  package init(_ reply: Submit.Reply, screen: Screen, isChange: Bool = false) {
    self.reply = reply
    self.screen = screen
    self.isChange = isChange
  }

  /// The sentences on the request and a line for each warning; for a kept request, only that the submission was
  /// ignored.
  package var text: String {
    let id = reply.request.id.visible
    if reply.kept {
      let advice =
        reply.request.file.map { "\($0.visible) declares it; change that file and reload rubatod." }
        ?? "Use --if-pending replace to replace it."
      return
        "Kept: \(screen.paint(id, .heading)) is already queued; this submission was ignored. "
        + advice
    }
    let accepted = reply.replaced ? "Accepted, replacing the queued request" : "Accepted"
    let head = isChange ? "Changed" : accepted
    let sentences = [
      startSentence, exactSentence, pathSentence, likelySentence, latestSentence, periodSentence,
      changeSentence, budgetSentence,
    ]
    .compactMap(\.self)
    let answer = screen.wrap(
      "\(screen.paint(head, .good)): \(screen.paint(id, .heading)). "
        + sentences.joined(separator: " "))
    return ([answer] + reply.warnings.map(warningLine)).joined(separator: "\n")
  }

  /// Returns the line of a warning about an unintended setting of the accepted request.
  private func warningLine(_ warning: WarningInfo) -> String {
    screen.wrap("\(screen.paint("Warning", .warning)): \(screen.daemonText(warning.text)).")
  }

  /// The sentence that the request starts, or on its needs.
  private var startSentence: String {
    let causes = reply.causes
    if reply.request.state == "running" {
      return "Starts now" + (reply.request.run.map { " (run \($0))." } ?? ".")
    }
    if causes.isEmpty { return reply.startsNow ? "Starts now." : "Queued." }
    return "Waits for \(causes.map(needText).enumerated)."
  }

  /// A sentence on the conditions that do not delay a request at an exact time; `nil` for other requests.
  private var exactSentence: String? {
    guard reply.request.exact else { return nil }
    let required = reply.request.requires.isEmpty ? "" : "; only its requirements delay it"
    return "Starts at that time even on battery, in use or hot, without a slot\(required)."
  }

  /// The condition that required paths exist, as in `Starts only while /mnt/backup is there.`; `nil` if the request
  /// requires none, runs, or already waits for one. The daemon checks the paths before a start.
  private var pathSentence: String? {
    guard reply.request.state != "running", !reply.causes.contains(where: { $0.reason == "path" })
    else { return nil }
    let pathPrefix = "path="
    let paths = reply.request.requires.filter { $0.hasPrefix(pathPrefix) }
      .map { requirement in String(requirement.dropFirst(pathPrefix.count)).visible }
    // The path of a notification is the directory of its owner's session.
    let isNotification = reply.request.task?.category == TaskCategory.notification.rawValue
    if isNotification, !paths.isEmpty {
      return "If you are not logged in then, it is shown after your next login."
    }
    let areThere = paths.count == 1 ? "is there" : "are there"
    return paths.isEmpty ? nil : "Starts only while \(paths.enumerated) \(areThere)."
  }

  /// A sentence on the interval in which the request will probably start, by the learned habits of the device's user;
  /// `nil` if it is unknown.
  private var likelySentence: String? {
    guard reply.request.state != "running", !reply.startsNow else { return nil }
    return reply.likely.map {
      "Likely \(screen.clock.date($0.from)) to \(screen.clock.date($0.until))."
    }
  }

  /// Describes a cause for which the request waits: its need, then the earliest date, or the time since which the cause
  /// delays the request.
  private func needText(_ cause: CauseInfo) -> String {
    let need = ReasonWords.need(cause, on: screen)
    if cause.reason == "earliest" {
      return need + (reply.request.firstStart.map { ", \(screen.clock.full($0))" } ?? "")
    }
    guard let since = cause.since else { return need }
    return "\(need) (\(ReasonWords.state(cause.reason)) since \(screen.clock.date(since)))"
  }

  /// The latest date and its effect; `nil` if there is no such date.
  private var latestSentence: String? {
    let date =
      reply.request.latest.map(screen.clock.date)
      ?? reply.request.latestAfterText
    return date.map { "Latest date \($0): \(atLatest)." }
  }

  /// The effect of the latest date: the request runs, is relaxed, is dropped or is reported as overdue.
  private var atLatest: String {
    switch reply.request.atLatest {
    case "run":
      "then only \(requirementWords)absolute vetoes such as heat or an empty battery hold it"
    case "relax" where reply.request.exact: "then it is reported as overdue"
    case "relax": droppedConditions
    case "drop": "then it is dropped"
    default: "then \(reply.request.atLatest.visible)"
    }
  }

  /// The beginning of a list of conditions that stay in effect after the latest date; empty without requirements.
  private var requirementWords: String { reply.request.requires.isEmpty ? "" : "requirements and " }

  /// The conditions that the latest date drops: the preferences, or the default conditions if none are preferred.
  private var droppedConditions: String {
    let hasRequirements = !reply.request.requires.isEmpty
    guard reply.request.prefers.isEmpty else {
      return "preferences are dropped as it nears"
        + (hasRequirements ? ", requirements are not" : "")
    }
    return "by then, it no longer waits for its kind's default conditions"
      + (hasRequirements ? ", only for its requirements" : "")
  }

  /// The interval or the calendar expressions; `nil` if the request does not repeat.
  private var periodSentence: String? {
    let flex = reply.request.flex.map { ", in the last \(DurationText.exact($0))" } ?? ""
    if let repeats = reply.request.task?.repeats { return "Repeats \(repeats)." }
    if !reply.request.on.isEmpty {
      return "Runs on \(reply.request.on.map(\.visible).joined(separator: ", "))."
    }
    return reply.request.every.map { "Repeats every \(DurationText.exact($0))\(flex)." }
  }

  /// A sentence on the watched paths and keys; `nil` if there are none.
  private var changeSentence: String? {
    let watched = reply.request.whenChanged
    return watched.isEmpty ? nil : "Runs for changes of \(WatchedWord.enumerated(watched))."
  }

  /// The budget, the signal that announces its end, and the time until the kill.
  private var budgetSentence: String {
    let request = reply.request
    let stopOfUnit = request.unit.map { "stop of \($0.visible)" }
    let signal = request.signal.map { "SIG\($0.visible)" }
    // A task of an app has neither a unit nor a signal.
    let warning = stopOfUnit ?? signal ?? "its expiration handler"
    let budget = "Budget \(DurationText.exact(request.budget))"
    let early = request.earlySignal.map { ", SIG\($0) at 90 % of it" } ?? ""
    return "\(budget)\(early), then \(warning), and SIGKILL after"
      + " \(DurationText.exact(request.grace))."
  }
}
