// Messages for unknown identifiers, which list the known ones.
extension TaskCenter {
  /// Returns the message for an identifier that the Info.plist does not list.
  ///
  /// - Parameter listed: The identifiers that it lists.
  static func unlistedMessage(_ identifier: String, _ listed: [String]?) -> String {
    let others = (listed ?? []).joined(separator: ", ")
    return "\(identifier) is not advertised in the application's Info.plist"
      + (others.isEmpty ? "" : ", which lists \(others)")
  }

  /// Returns the message for a request without a launch handler.
  func unregisteredMessage(_ identifier: String) -> String {
    let others = handlers.joined(separator: ", ")
    return "no launch handler is registered for '\(identifier)'"
      + (others.isEmpty ? "" : "; those registered are for \(others)")
  }
}
