import Control
import Testing

@Suite struct StoppedMarkTests {
  /// In the second path, the last slash and the mark after it are one character.
  @Test(arguments: [
    ("/run/rubato/socket", "/run/rubato/stopped"), ("/run/a/\u{301}", "/run/a/stopped"),
    ("/socket", "/stopped"), ("socket", "stopped"),
  ])
  func theMarkIsNextToTheSocket(socket: String, mark: String) {
    #expect(StoppedMark.path(beside: socket) == mark)
  }
}
