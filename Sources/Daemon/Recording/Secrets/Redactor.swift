import Scheduling

/// Removes everything from a recording that no decision needs: commands, environments, directories, conditions,
/// output, checkpoints of commands, and file names. The replacements pass and fail the same checks.
package struct Redactor {
  /// Paths and texts, numbered in the order of their appearance.
  private var numbers: [ExactString: Int] = [:]
  private let longestCheckpoint: Int

  /// - Parameter settings: The settings in effect, for the length limits.
  package init(_ settings: Settings) {
    longestCheckpoint = settings.longestCheckpoint
  }

  /// Returns the number that replaces `text`: the same for equal texts, and the next one for a new text.
  mutating func number(of text: String) -> Int {
    let text = ExactString(text)
    if let number = numbers[text] { return number }
    numbers[text] = numbers.count + 1
    return numbers.count
  }

  /// Replaces a path by one that shows only whether it equals another path. A path that the scheduler refuses is
  /// replaced by another one that it refuses.
  mutating func path(_ path: ExactString) -> ExactString {
    let bytes = path.text.utf8
    guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { return "-" }
    do throws(Refusal) {
      try Needs.check(path, field: "")
    } catch {
      return "/."
    }
    return ExactString("/\(number(of: path.text))")
  }

  /// Returns the event without commands, texts and file names, so that a user can send a recording to developers. The
  /// scheduler decides the same with the result.
  package mutating func event(_ event: Event) -> Event {
    switch event {
    case .submit(let submission, let ticket): .submit(self.submission(submission), ticket)
    case .submitAll(let batch, let ticket): .submitAll(self.batch(batch), ticket)
    case .report(let run, .checkpoint(let text), let ticket):
      .report(run, .checkpoint(checkpoint(text)), ticket)
    case .report(let run, .title(let title, let subtitle), let ticket):
      .report(run, .title(Self.title(title), subtitle: Self.title(subtitle)), ticket)
    case .report(let run, .expiration(let report), let ticket):
      .report(run, .expiration(Self.expiration(report)), ticket)
    case .device(let values, let ticket): .device(values.map { value($0) }, ticket)
    case .measured(let measurements, let isFullPoll):
      .measured(measurements.map { measurement($0) }, isFullPoll: isFullPoll)
    case .runEnded(let run, let processExit): .runEnded(run, self.redact(processExit))
    case .checkEnded(let check, let processExit): .checkEnded(check, self.redact(processExit))
    case .registerApp(let app, let ticket): .registerApp(self.app(app), ticket)
    case .attachApp(let attachment, let ticket): .attachApp(self.attachment(attachment), ticket)
    case .foundLocks(let process, let files): .foundLocks(process, files.map { _ in "-" })
    case .changed(let reports, let ticket): .changed(reports.map { report($0) }, ticket)
    case .pause, .resume, .cancel, .runNow, .stop, .report, .unquarantine, .acknowledge, .retry,
      .removeApp, .app,
      .finishLaunch,
      .detachApp, .debugged, .holdApp, .freezeDevice, .thawDevice, .sleep, .zone, .runStarted,
      .time, .drain, .setWidth, .setSlots:
      event
    }
  }

  /// Redacts a measured value. Its origin names a source of the daemon, and is kept.
  package mutating func measurement(_ measurement: Measurement) -> Measurement {
    Measurement(value(measurement.value), origin: measurement.origin)
  }

  /// Replaces paths and network names by numbers. Other values contain neither.
  private mutating func value(_ value: DeviceValue) -> DeviceValue {
    switch value {
    case .path(let path, let isThere): .path(self.path(path), isThere: isThere)
    case .networkID(let name): .networkID(name.map { "network \(number(of: $0))" })
    case .networkNames(let names): .networkNames(names.map { networks($0) })
    default: value
    }
  }

  /// Redacts the text of a checkpoint. Keeps whether it is empty, and whether it is refused.
  private func checkpoint(_ text: String) -> String {
    Self.dashesOrZeroByte(for: text, longest: longestCheckpoint)
  }

  /// Redacts the names of the functions on a stack. Keeps their number, and which are refused.
  private static func expiration(_ report: ExpirationReport) -> ExpirationReport {
    var redacted = report
    redacted.stack = report.stack.map {
      dashesOrZeroByte(for: $0, longest: ExpirationReport.longestFunction)
    }
    return redacted
  }

  /// Returns a zero byte for a text that contains one, which is refused; otherwise the dashes for the text.
  static func dashesOrZeroByte(for text: String, longest: Int) -> String {
    text.utf8.contains(0) ? "\0" : dashes(for: text, longest: longest)
  }

  /// Returns dashes that show whether there is any text, and whether it is too long.
  static func dashes(for text: String, longest: Int) -> String {
    let isTooLong = text.utf8.count > longest
    return String(repeating: "-", count: isTooLong ? longest + 1 : min(1, text.utf8.count))
  }

  /// Removes the last output and the kill report from the end of a process. The text of a launch failure becomes a
  /// dash.
  package func redact(_ processExit: ProcessExit) -> ProcessExit {
    var processExit = processExit
    processExit.launchFailure = processExit.launchFailure.map { _ in "-" }
    processExit.lastWords = nil
    processExit.killReport = nil
    return processExit
  }
}
