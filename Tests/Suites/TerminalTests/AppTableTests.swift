import Testing

@testable import Control
@testable import Terminal

struct AppTableTests {
  private func app(barredUntil: String? = nil, foreground: Bool = false) -> AppInfo {
    AppInfo(
      id: "mail", owner: 1000, permittedIdentifiers: [], backgroundModes: ["fetch"],
      entitlements: [],
      refresh: true,
      foreground: foreground, forceQuit: false, registered: "2026-03-02T12:00:00Z", tier: "rare",
      tierSource: "observed", barredUntil: barredUntil,
      reliability: ReliabilityInfo(score: 1, conducts: [], kills: [], level: 0),
      allowed: [])
  }

  private func card(_ app: AppInfo) -> [String] {
    AppCard.lines(AppReport(app, quota: nil, runs: []), owner: { _ in "ada" }, on: .sample())
  }

  @Test func showsHowReliableAnAppWasAndHowItRan() {
    var mail = app()
    mail.reliability = ReliabilityInfo(
      score: 0.75, conducts: ["clean", "clean", "blamed", "killed"],
      kills: ["2026-03-02T11:00:00Z"], level: 2)
    let lines = AppCard.lines(
      AppReport(mail, quota: nil, runs: [.sample()]), owner: { _ in "ada" }, on: .sample())
    let text = lines.joined(separator: "\n")
    #expect(text.contains("reliability  0.750"))
    #expect(text.contains("last runs  2 clean, blamed, killed"))
    #expect(text.contains("killed  12:00 (60 min ago)"))
    #expect(text.contains("block step  2; a kill raises it, and clean runs lower it"))
    #expect(lines.last?.contains("completed") == true)
  }

  @Test func itsJSONIsTheAppWithItsQuotaAndRuns() {
    let text = JSONLayout.compact(AppReport(app(), quota: nil, runs: []))
    #expect(text.contains("\"id\":\"mail\"") && text.contains("\"quota\":null"))
    #expect(text.contains("\"runs\":[]") && text.contains("\"reliability\":{"))
  }

  @Test func tellsUntilWhenAnAppIsBarred() throws {
    let barred = app(barredUntil: "2026-03-02T13:00:00Z")
    let line = try #require(card(barred).first { $0.contains("until") })
    #expect(line.contains("blocked") && line.contains("killed too often"))
    #expect(AppTable.lines([barred], owner: nil, on: .sample()).last?.contains("blocked") == true)
  }

  @Test func saysNothingOfABarWhereThereIsNone() {
    for app in [app(), app(foreground: true)] {
      let lines = card(app) + AppTable.lines([app], owner: nil, on: .sample())
      #expect(!lines.contains { $0.contains("blocked") })
    }
  }

  @Test func namesTheOwnersOfTheAppsOfAllUsers() {
    let lines = AppTable.lines([app()], owner: { "user \($0)" }, on: .sample())
    #expect(lines.first?.hasPrefix("OWNER") == true)
    #expect(lines.last?.hasPrefix("user 1000") == true)
    #expect(AppTable.lines([app()], owner: nil, on: .sample()).first?.hasPrefix("ID") == true)
  }
}
