// What is said of identifiers that there are not, with those that may be meant.
extension TaskCenter {
  /// That the Info.plist does not list an identifier.
  ///
  /// - Parameter listed: The identifiers that it lists.
  static func unlisted(_ identifier: String, _ listed: [String]?) -> String {
    let others = (listed ?? []).joined(separator: ", ")
    return "\(identifier) is not advertised in the application's Info.plist"
      + (others.isEmpty ? "" : ", which lists \(others)")
  }

  /// That a request has no launch handler.
  func unregistered(_ identifier: String) -> String {
    let others = handlers.joined(separator: ", ")
    return "no launch handler is registered for '\(identifier)'"
      + (others.isEmpty ? "" : "; those registered are for \(others)")
  }
}
