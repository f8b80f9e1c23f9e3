import Control

/// The answers to `app list` and `app show`.
package enum AppTable {
  package static func lines(_ apps: [AppInfo], on screen: Screen) -> [String] {
    guard !apps.isEmpty else { return ["No app is registered."] }
    var table = Table(["ID", "STATE", "TIER", "REFRESH", "LAST OPENED"].map { Table.Column($0) })
    for app in apps {
      table.add([
        Table.Cell(app.id, .accent), Table.Cell(state(app)),
        Table.Cell(TierWords.short(app.tier, app.tierSource)),
        Table.Cell(app.refresh ? "on" : "off", app.refresh ? .plain : .warning),
        Table.Cell(app.lastOpened.map(screen.clock.relative) ?? "never", .dim),
      ])
    }
    return table.lines(on: screen)
  }

  package static func card(
    _ app: AppInfo, owner: (Int64) -> String, on screen: Screen
  ) -> [String] {
    var facts = KeyValueLines()
    facts.add("id", app.id, .accent)
    facts.add("owner", owner(app.owner))
    facts.add("state", state(app))
    if let end = app.barredUntil {
      let until = screen.clock.full(end)
      facts.add("barred", "until \(until): runs of it had to be killed too often", .warning)
    }
    facts.add("tier", TierWords.long(app.tier, app.tierSource))
    facts.add("background refresh", app.refresh ? "on" : "off")
    facts.add("background modes", app.backgroundModes.joined(separator: ", "))
    facts.add(
      "may submit",
      app.permittedIdentifiers.isEmpty
        ? "any identifier" : app.permittedIdentifiers.joined(separator: ", "))
    facts.add("registered", screen.clock.full(app.registered))
    facts.add("last opened", app.lastOpened.map(screen.clock.full) ?? "never")
    facts.add("last served", app.lastServed.map(screen.clock.full) ?? "never")
    return facts.lines(on: screen)
  }

  private static func state(_ app: AppInfo) -> String {
    if app.forceQuit { return "force-quit" }
    if !app.foreground && app.barredUntil != nil { return "barred" }
    return app.foreground ? "in the foreground" : "in the background"
  }
}
