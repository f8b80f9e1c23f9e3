import Control

/// The answer to `app list`.
package enum AppTable {
  /// Returns a table with a row for each app, or a sentence if no apps are registered.
  ///
  /// - Parameter owner: Returns the name of a uid; `nil` leaves out the owners.
  package static func lines(
    _ apps: [AppInfo], owner: ((Int64) -> String)?, on screen: Screen
  ) -> [String] {
    guard !apps.isEmpty else { return ["No apps are registered."] }
    let titles = ["ID", "STATE", "TIER", "REFRESH", "LAST OPENED"]
    var table = Table(((owner == nil ? [] : ["OWNER"]) + titles).map { Table.Column($0) })
    for app in apps {
      let owner = owner.map { [Table.Cell($0(app.owner))] } ?? []
      table.add(
        owner + [
          Table.Cell(app.id, .accent), Table.Cell(stateText(app)),
          Table.Cell(TierWords.short(app.tier, app.tierSource)),
          Table.Cell(app.refresh ? "on" : "off", app.refresh ? .plain : .warning),
          Table.Cell(app.lastOpened.map(screen.clock.relative) ?? "never", .dim),
        ])
    }
    return table.lines(on: screen)
  }

  /// Describes the state of an app: force-quit, blocked, in the foreground or in the background. A block is not shown
  /// while the app is in the foreground.
  static func stateText(_ app: AppInfo) -> String {
    if app.forceQuit { return "force-quit" }
    if !app.foreground && app.barredUntil != nil { return "blocked" }
    return app.foreground ? "in the foreground" : "in the background"
  }
}
