import Foundation
import Testing

@testable import DaemonConnection

/// Dates in the form of the daemon.
@Suite struct DateTextTests {
  @Test(arguments: [0, 0.0004, 0.9996, 951_782_400.25, 1_795_474_038.461, 64_092_211_200])
  func momentsAreWrittenAndReadAsFoundationDoes(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let text = try #require(DateText.text(date))
    let rounded = Date(timeIntervalSince1970: (seconds * 1000).rounded() / 1000)
    // The text ends with milliseconds, and cuts off the rest.
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(text == rounded.addingTimeInterval(0.0001).formatted(style))
    #expect(try #require(DateText.date(text)).timeIntervalSince(rounded).magnitude < 0.0005)
  }

  @Test(arguments: [-1, 1e12, .infinity, -.infinity, .nan])
  func momentsWithoutAYearOfFourDigitsAreNotWritten(seconds: Double) {
    #expect(DateText.text(Date(timeIntervalSince1970: seconds)) == nil)
  }
}
