import Control
import Foundation

extension BGTaskRequest {
  /// Creates a request from a queued one of the daemon; `nil` if it is no request of an app.
  static func pending(_ info: RequestInfo) -> BGTaskRequest? {
    if let alarm = AlarmRequest(info) { return alarm }
    if let notification = NotificationRequest(info) { return notification }
    let request: BGTaskRequest
    switch info.kind {
    case "refresh" where info.task == nil: request = BGAppRefreshTaskRequest(identifier: info.id)
    case "userInitiated":
      guard let terms = info.task, terms.known == .continued else { return nil }
      let continued = BGContinuedProcessingTaskRequest(
        identifier: info.id, title: terms.title ?? "", subtitle: terms.subtitle ?? "")
      continued.strategy = terms.strategy == "fail" ? .fail : .queue
      request = continued
    case "processing":
      let processing = processing(info)
      processing.requiresNetworkConnectivity = info.requires.contains("network")
      processing.requiresExternalPower = info.requires.contains("power")
      request = processing
    default: return nil
    }
    // Without an earliest date, the window opened at the submission.
    if info.earliest != info.submitted { request.earliestBeginDate = Moment.date(info.earliest) }
    return request
  }

  /// Creates a request of the kind `processing`: for health research if its terms say so, else a plain one.
  private static func processing(_ info: RequestInfo) -> BGProcessingTaskRequest {
    guard let terms = info.task, terms.known == .healthResearch else {
      return BGProcessingTaskRequest(identifier: info.id)
    }
    let research = BGHealthResearchTaskRequest(identifier: info.id)
    if let protection = terms.protection {
      research.protectionTypeOfRequiredData = FileProtectionType(rawValue: protection)
    }
    return research
  }
}

/// Dates in the daemon's format: RFC 3339 in UTC.
enum Moment {
  /// The last date that the format has; the daemon refuses it as too late.
  static let end = "9999-12-31T23:59:59.999Z"

  /// Returns the text of a date; `nil` if its year does not have four digits. Foundation's formats read the system's
  /// time zone and calendars first, which takes longer than the rest of a submission.
  static func text(_ date: Date) -> String? {
    guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()),
      0..<253_402_300_800_000 ~= milliseconds
    else { return nil }
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
    let rest = String(milliseconds % 1000)
    return String(decoding: text[..<count].map(UInt8.init), as: UTF8.self)
      + ".\(String(repeating: "0", count: 3 - rest.count))\(rest)Z"
  }

  /// Parses RFC 3339, with or without a fraction of a second; `nil` if the text is not a date.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: .iso8601))
  }

  private static var style: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }
}
