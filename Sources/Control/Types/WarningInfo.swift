/// What a submitter should know about a request that was accepted all the same
package struct WarningInfo: Codable, Hashable, Sendable {
  /// shortWindow, noLatestDate, longRefresh or ignoresExpiration
  package var code: String
  /// One sentence for people
  package var text: String

  package init(
    code: String, text: String
  ) {
    self.code = code
    self.text = text
  }
}
