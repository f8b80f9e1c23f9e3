import Foundation
import Synchronization
import Testing

@testable import AppLogging

/// Messages of an app's log, and the values that they hide.
@Suite struct LogTests {
  private let lines = Lines()

  private func log(_ least: OSLogType? = .debug, showsPrivate: Bool = false) -> Logger {
    Logger(
      OSLog(
        subsystem: "com.example.feed", category: "sync",
        to: LogOutput(least: least, showsPrivate: showsPrivate, write: lines.add)))
  }

  @Test func aLineHasItsLevelAndItsLog() {
    let logger = log()
    logger.debug("a")
    logger.info("b")
    logger.notice("c")
    logger.warning("d")
    logger.critical("e")
    #expect(
      lines.all
        == zip(["debug", "info", "default", "error", "fault"], "abcde").map {
          "\($0) [com.example.feed:sync]: \($1)\n"
        })
  }

  @Test(
    arguments: [
      ("debug", [.debug, .info, .default, .error]), ("info", [.info, .default, .error]),
      (nil, [.default, .error]), ("disable", []),
    ] as [(String?, [OSLogType])])
  func theModeChoosesTheLevels(mode: String?, written: [OSLogType]) {
    let output = LogOutput(
      least: LogOutput.level(mode), showsPrivate: false, write: { _ in })
    #expect([.debug, .info, .default, .error].filter(output.writes) == written)
  }

  @Test func textsAreHiddenAndNumbersShown() {
    let (user, count) = ("Ada", 3)
    log().log("\(user) \(count) \(user, privacy: .public) \(count, privacy: .private) \(true)")
    #expect(lines.all.last?.hasSuffix(": <private> 3 Ada <private> true\n") == true)
    log(showsPrivate: true).log("\(user) \(count, privacy: .private)")
    #expect(lines.all.last?.hasSuffix(": Ada 3\n") == true)
  }

  @Test func aMaskIsTheSameForEqualValues() {
    func masked(_ text: String) -> String {
      let message: OSLogMessage = "\(text, privacy: .private(mask: .hash))"
      return message.text(showsPrivate: false)
    }
    #expect(masked("Ada") == masked("Ada") && masked("Ada") != masked("Eve"))
    #expect(masked("Ada").hasPrefix("<mask.hash: '") && !masked("Ada").contains("Ada"))
    let auto: OSLogMessage = "\(7, privacy: .auto(mask: .hash))"
    #expect(auto.text(showsPrivate: false) == "7")
  }

  @Test func valuesHaveANotation() {
    let numbers: OSLogMessage =
      "\(255, format: .hex(includePrefix: true, uppercase: true)) \(8, format: .octal)"
    #expect(numbers.text(showsPrivate: false) == "0xFF 10")
    let others: OSLogMessage =
      "\(1.5, format: .fixed(precision: 2)) \(true, format: .answer)"
    #expect(others.text(showsPrivate: false) == "1.50 yes")
    let aligned: OSLogMessage =
      "[\(7, align: .right(columns: 3))] [\("a", align: .left(columns: 3), privacy: .public)]"
    #expect(aligned.text(showsPrivate: false) == "[  7] [a  ]")
  }

  @Test func errorsAndDescriptionsAreHidden() {
    let message: OSLogMessage =
      "\(CocoaError(.fileNoSuchFile)) \(URL(filePath: "/home/ada")) \([1, 2]) \(Int.self)"
    #expect(message.text(showsPrivate: false) == "<private> <private> <private> <private>")
  }

  @Test(
    arguments: [
      ("%@ has %d items", ["Ada", 3], "<private> has 3 items"),
      ("%{public}@ %{private}d %llu%%", ["Ada", 3, 4], "Ada <private> 4%"),
      ("%{public, location:x}s %.2f %04x", ["Ada", 1.5, 255], "Ada 1.50 00ff"),
      ("100% %@", [], "100% %@"),
      ("%@ %@", ["a"], "<private> %@"), ("%", [], "%"), ("%{public", [], "%{public"),
    ] as [(String, [any Sendable], String)])
  func aFormatHasItsValues(format: String, values: [any Sendable], text: String) {
    #expect(OSLogMessage(format: format, values).text(showsPrivate: false) == text)
  }

  @Test func aDisabledLogWritesNothing() {
    #expect(!OSLog.disabled.isEnabled(type: .fault) && OSLog.default.isEnabled(type: .fault))
    log(nil).fault("lost")
    #expect(lines.all == [])
  }

  /// Each write to /dev/full fails as on a full disk.
  @Test func aLineThatCannotBeWrittenEndsNoProcess() throws {
    LogOutput.write("lost\n", to: try #require(FileHandle(forWritingAtPath: "/dev/full")))
  }
}

private final class Lines: Sendable {
  private let written = Mutex<[String]>([])

  var all: [String] { written.withLock { $0 } }

  @Sendable func add(_ line: String) { written.withLock { $0.append(line) } }
}
