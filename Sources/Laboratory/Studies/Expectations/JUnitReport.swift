import Simulation

/// The results of promises as JUnit XML, which build servers show: a suite for each report, a test
/// case for each promise.
package enum JUnitReport {
  /// Returns one XML document for all reports, with the numbers of tests and failures.
  ///
  /// - Parameter command: Returns the command that shows the world of a number, for the report of that name.
  package static func text(
    _ reports: [ExpectationReport], _ command: (String, UInt64) -> String
  ) -> String {
    let tests = reports.map(\.results.count).reduce(0, +)
    let failures = reports.map { $0.results.count { !$0.isKept } }.reduce(0, +)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\">")
    for report in reports { lines += suite(report) { command(report.name, $0) } }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the lines of one report. `command` returns the command that shows the world of a number.
  private static func suite(
    _ report: ExpectationReport, _ command: (UInt64) -> String
  ) -> [String] {
    let failures = report.results.count { !$0.isKept }
    let head =
      "  <testsuite name=\"\(report.name.escaped)\" tests=\"\(report.results.count)\""
      + " failures=\"\(failures)\" errors=\"0\" skipped=\"0\">"
    return [head] + report.results.flatMap { testCase($0, of: report, command) }
      + ["  </testsuite>"]
  }

  /// Returns the lines of one promise. A broken promise contains a failure with its sentence and the number of worlds
  /// that keep it.
  private static func testCase(
    _ result: PromiseResult, of report: ExpectationReport, _ command: (UInt64) -> String
  ) -> [String] {
    let head =
      "    <testcase classname=\"\(report.name.escaped)\" name=\"\(result.promise.text.escaped)\""
    guard !result.isKept else { return [head + "/>"] }
    let sentence = result.sentence(report.worlds, command).escaped
    let kept = "kept in \(result.kept) of \(result.cases.count) \(report.worlds)s"
    return [
      head + ">", "      <failure message=\"\(sentence)\" type=\"promise\">\(kept)</failure>",
      "    </testcase>",
    ]
  }
}

extension String {
  /// The text or attribute in XML 1.0, which allows only three characters below the space.
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&apos;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
