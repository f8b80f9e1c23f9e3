import Control
import Foundation

extension BGTaskRequest {
  /// What is queued, as a request; nil for what no request of an app becomes.
  static func pending(_ info: RequestInfo) -> BGTaskRequest? {
    let request: BGTaskRequest
    switch info.kind {
    case "refresh": request = BGAppRefreshTaskRequest(identifier: info.id)
    case "processing":
      let processing = BGProcessingTaskRequest(identifier: info.id)
      processing.requiresNetworkConnectivity = info.requires.contains("network")
      processing.requiresExternalPower = info.requires.contains("power")
      request = processing
    default: return nil
    }
    // Without an earliest date it opened when it was submitted.
    if info.earliest != info.submitted { request.earliestBeginDate = Moment.date(info.earliest) }
    return request
  }
}

/// Moments as the daemon writes them: RFC 3339 in UTC.
enum Moment {
  static func text(_ date: Date) -> String {
    date.formatted(style)
  }

  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: .iso8601))
  }

  private static var style: Date.ISO8601FormatStyle {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }
}
