import Control

/// The answer to `app install`.
package enum InstallationText {
  /// - Parameter known: The app as it was before; nil for a new one.
  package static func sentence(_ app: AppInfo, after known: AppInfo?) -> String {
    let verb = known?.program == nil ? "Installed" : "Installed again"
    let identifiers =
      app.permittedIdentifiers.isEmpty
      ? "nothing: its Info.plist lists no BGTaskSchedulerPermittedIdentifiers"
      : app.permittedIdentifiers.joined(separator: ", ").visible
    return "\(verb): \(app.id.visible). It may submit \(identifiers)."
  }
}
