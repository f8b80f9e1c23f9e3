import Control

/// The answer to `app install`.
package enum InstallationText {
  /// Returns sentences on the installation and the permissions of the app.
  ///
  /// - Parameter previous: The app as it was before the installation; `nil` for a new one.
  package static func sentence(_ app: AppInfo, after previous: AppInfo?) -> String {
    let verb = previous?.program == nil ? "Installed" : "Installed again"
    let sentences: [String?] = [
      "\(verb): \(app.id.visible).", identifierSentence(app), modeSentence(app),
    ]
    return sentences.compactMap(\.self).joined(separator: " ")
  }

  /// Describes the tasks that the app may submit according to its Info.plist.
  private static func identifierSentence(_ app: AppInfo) -> String {
    if !app.permittedIdentifiers.isEmpty {
      return "It may submit \(app.permittedIdentifiers.joined(separator: ", ").visible)."
    }
    return
      "It may submit no tasks: its Info.plist lists no BGTaskSchedulerPermittedIdentifiers."
  }

  /// Describes the permissions by background modes: remote notifications, and fetches if no identifiers are listed;
  /// `nil` if there are none.
  private static func modeSentence(_ app: AppInfo) -> String? {
    let mayFetch = app.permittedIdentifiers.isEmpty && app.backgroundModes.contains("fetch")
    let permissions = [
      app.backgroundModes.contains("remote-notification") ? "remote notifications" : nil,
      mayFetch ? "fetches by an interval" : nil,
    ].compactMap(\.self)
    return permissions.isEmpty ? nil : "It may get \(permissions.joined(separator: " and "))."
  }
}
