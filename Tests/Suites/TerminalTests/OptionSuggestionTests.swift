import Testing

@testable import Terminal

/// The suggestion for an option that a verb does not have.
struct OptionSuggestionTests {
  private let options = [
    "--id", "--file", "--every", "--on", "--at", "--requires", "--limit", "--all-users",
  ]

  @Test(arguments: [
    ("--nice", "--limit"), ("--repeat", "--every"), ("--cron", "--on"), ("--if", "--requires"),
    ("--require", "--requires"), ("--when", "--at"), ("--name", "--id"),
  ])
  func anotherNameOfAnOptionIsKnown(typed: String, option: String) {
    #expect(OptionSuggestion.nearest(to: typed, among: options) == option)
  }

  /// `pause --all` of an administrator would otherwise be led to pause the requests of all users.
  @Test func allIsNotAllUsers() {
    #expect(OptionSuggestion.nearest(to: "--all", among: options) == nil)
    #expect(OptionSuggestion.nearest(to: "--all-user", among: options) == "--all-users")
  }
}
