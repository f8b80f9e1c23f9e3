import Testing

@testable import Scheduling

/// Words that a shell reads as they are.
struct ShellTextTests {
  @Test(arguments: [
    ("restic", "restic"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("=ls", "'=ls'"),
    // A mark after an apostrophe or another sign, which is one `Character` with it.
    ("a'\u{301};id", "'a'\\''\u{301};id'"), ("'\u{93E}", "''\\''\u{93E}'"),
    ("=\u{93E}", "'=\u{93E}'"),
  ])
  func aWordIsQuoted(word: String, expected: String) {
    #expect(Array(ShellText.quoted(word).utf8) == Array(expected.utf8))
  }
}
