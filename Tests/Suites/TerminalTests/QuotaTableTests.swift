import Testing

@testable import Control
@testable import Terminal

struct QuotaTableTests {
  private func quota(_ tier: String, source: String = "observed") -> QuotaInfo {
    QuotaInfo(
      id: "mail", owner: 1000, tier: tier, tierSource: source, inQuota: tier != "never",
      window: tier == "never" ? nil : 86400, allowed: tier == "rare" ? 600 : nil, used: 90,
      room: 510, runsAllowed: tier == "never" ? nil : 48, runs: 3,
      sessionsAllowed: tier == "never" ? nil : 3, sessions: 2, dayAllowed: 14400, dayUsed: 90,
      expeditedAllowed: 600, expeditedUsed: 0, charged: false)
  }

  private func text(_ quota: QuotaInfo) -> String {
    QuotaTable.lines([quota], owner: nil, on: .sample()).joined(separator: "\n")
  }

  @Test func saysWhatIsUsedOfWhatIsAllowed() {
    let text = text(quota("rare"))
    #expect(text.contains("1 min 30 s of 10 min"))
    #expect(text.contains("3 of 48") && text.contains("2 of 3") && text.contains("in quota"))
  }

  @Test func saysWhereOnlyTheDayBinds() {
    #expect(text(quota("active")).contains("1 min 30 s of any"))
  }

  @Test func saysThatAnAppWaitsToBeOpened() {
    #expect(text(quota("never")).contains("must be opened first"))
  }

  @Test func labelsWhatAnAppSaysOfItself() {
    #expect(text(quota("frequent", source: "selfReported")).contains("frequent, self-reported"))
    let card = QuotaTable.card(quota("rare", source: "set"), owner: nil, on: .sample())
    #expect(card.joined(separator: "\n").contains("rare, set by an operator"))
  }

  @Test func namesTheOwnersOfTheAppsOfAllUsers() {
    let lines = QuotaTable.lines([quota("rare")], owner: { "user \($0)" }, on: .sample())
    #expect(lines.first?.hasPrefix("OWNER") == true)
    #expect(lines.last?.hasPrefix("user 1000") == true)
    let card = QuotaTable.card(quota("rare"), owner: { "user \($0)" }, on: .sample())
    #expect(card.contains { $0.hasSuffix("owner  user 1000") })
  }
}
