import Testing

@testable import Scheduling

struct SuggestionTests {
  @Test(arguments: [
    ("sumbit", "submit"), ("submitt", "submit"), ("lst", "list"), ("expain", "explain"),
    ("status", "status"), ("runz", "runs"),
  ])
  func namesTheNearestWord(word: String, expected: String) {
    let verbs = ["submit", "cancel", "list", "explain", "runs", "status"]
    #expect(Suggestion.nearest(to: word, among: verbs) == expected)
  }

  @Test(arguments: ["frobnicate", "x", "", "helpme"])
  func saysNothingWhereNoneIsNear(word: String) {
    #expect(Suggestion.nearest(to: word, among: ["submit", "run"]) == nil)
  }

  @Test func saysNothingWhereThereIsNothing() {
    #expect(Suggestion.nearest(to: "submit", among: []) == nil)
  }
}
