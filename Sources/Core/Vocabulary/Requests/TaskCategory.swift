/// The class of a task without its terms, as the store and the interface spell it.
package enum TaskCategory: String, CaseIterable, Sendable {
  case continued, healthResearch, push, fetch, alarm, transfer, transferEvents, observer
  case notification, response

  /// The identifier of all remote notifications of an app, which no app lists.
  package static let pushIdentifier = "remote-notification"
  /// The identifier of all fetches of an app, which no app lists.
  package static let fetchIdentifier = "background-fetch"
  /// The prefix of the identifiers of responses, before the notification.
  package static let responsePrefix = "response:"

  /// The longest payload of a remote notification, in bytes; the limit of Apple's push service.
  package static let longestPayload = 4096
  /// The longest payload of a response, in bytes: all texts of a notification as JSON, with each byte escaped.
  package static let longestResponse = 65_536
}
