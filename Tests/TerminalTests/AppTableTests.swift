import Testing

@testable import Control
@testable import Terminal

struct AppTableTests {
  private func app(barredUntil: String? = nil, foreground: Bool = false) -> AppInfo {
    AppInfo(
      id: "mail", owner: 1000, permittedIdentifiers: [], backgroundModes: ["fetch"], refresh: true,
      foreground: foreground, forceQuit: false, registered: "2026-03-02T12:00:00Z", tier: "rare",
      tierSource: "observed", barredUntil: barredUntil)
  }

  private func card(_ app: AppInfo) -> [String] {
    AppTable.card(app, owner: { _ in "ada" }, on: .sample())
  }

  @Test func tellsUntilWhenAnAppIsBarred() throws {
    let barred = app(barredUntil: "2026-03-02T13:00:00Z")
    let line = try #require(card(barred).first { $0.contains("until") })
    #expect(line.contains("barred") && line.contains("killed too often"))
    #expect(AppTable.lines([barred], on: .sample()).last?.contains("barred") == true)
  }

  @Test func saysNothingOfABarWhereThereIsNone() {
    for app in [app(), app(foreground: true)] {
      let lines = card(app) + AppTable.lines([app], on: .sample())
      #expect(!lines.contains { $0.contains("barred") })
    }
  }
}
