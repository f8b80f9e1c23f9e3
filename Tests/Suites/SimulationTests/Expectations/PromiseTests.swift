import Foundation
import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct PromiseTests {
  private func result(_ measures: [Observed], _ bound: Bound, share: Double = 1) -> PromiseResult {
    var promise = Promise(
      .task("news.refresh"), .number(.runsPerDay), bound, words: "at least 5")
    promise.share = share
    return PromiseResult(
      promise: promise,
      cases: measures.enumerated().map { index, measure in
        PromiseResult.Case(
          seed: UInt64(index + 1), isKept: bound.isMet(by: measure), measure: measure,
          distance: measure.distance(to: bound))
      })
  }

  @Test func isKeptInAsManySeedsAsItSays() {
    let values = (1...20).map { Observed.number($0 == 7 ? 3.4 : 6) }
    let bound = Bound.range(5...Double.infinity)
    #expect(result(values, bound, share: 0.95).isKept)
    #expect(!result(values, bound, share: 0.96).isKept)
    #expect(result(values, bound, share: 0.95).worst?.seed == 7)
  }

  @Test func theSentenceTellsWhatWasMeasuredAndHowToSeeIt() {
    let result = result(
      [.number(6), .number(3.4), .number(4.9)], .range(5...Double.infinity), share: 0.95)
    #expect(
      result.sentence { "rubatoctl simulate app.yaml --seed \($0)" }
        == "news.refresh: runs a day should be at least 5 in 95 % of 3 seeds, and is so in 1;"
        + " with seed 2 it is 3.4: rubatoctl simulate app.yaml --seed 2")
  }

  @Test func listsAreCompared() {
    #expect(Bound.list([37, 13]).isMet(by: .list([37, 13])))
    #expect(!Bound.list([37, 13]).isMet(by: .list([13, 37])))
    #expect(!Bound.list([37, 13]).isMet(by: .list([37, 13, 37])))
    #expect(Bound.range(20...21).isMet(by: .list([20, 21])))
    #expect(!Bound.range(20...21).isMet(by: .list([20, 22])))
    #expect(!Bound.range(20...21).isMet(by: .list([])))
    #expect(Bound.words(["thermal"]).isMet(by: .words(["thermal", "thermal"])))
    #expect(!Bound.words(["thermal"]).isMet(by: .words(["thermal", "budget"])))
    #expect(!Bound.words(["thermal"]).isMet(by: .words([])))
    #expect(!Bound.range(0...5).isMet(by: .number(nil)))
  }

  @Test func junitIsXMLThatTellsEveryPromise() throws {
    let kept = result([.number(6)], .range(5...Double.infinity))
    var broken = result([.number(1)], .range(5...Double.infinity))
    broken.promise.about = .task("<a & \"b\">\u{1}")
    let report = ExpectationReport(name: "it's & <app>.yaml", seeds: [1], results: [kept, broken])
    let text = JUnitReport.text([report]) { "simulate \($0) --seed \($1)" }
    let seen = try #require(try JUnitFile(text))
    #expect(seen.elements == ["testsuites", "testsuite", "testcase", "testcase", "failure"])
    #expect(seen.attributes[0] == ["tests": "2", "failures": "1", "errors": "0"])
    #expect(seen.attributes[1]["name"] == "it's & <app>.yaml")
    #expect(seen.attributes[3]["name"] == "<a & \"b\">\u{FFFD} runs-per-day: at least 5")
    #expect(seen.attributes[4]["message"]?.hasSuffix("simulate it's & <app>.yaml --seed 1") == true)
  }
}

/// The contents of a report, read with an XML parser: Python's, which is available in the tests, and which needs no
/// library on other machines.
private struct JUnitFile {
  private struct Element: Decodable {
    var name: String
    var attributes: [String: String]
  }

  private static let script = """
    import json, sys, xml.etree.ElementTree as tree
    print(json.dumps([{"name": e.tag, "attributes": e.attrib} for e in tree.parse(sys.argv[1]).iter()]))
    """

  let elements: [String]
  let attributes: [[String: String]]

  init?(_ text: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).xml")
    try text.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let (python, output) = (Process(), Pipe())
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", Self.script, file.path()]
    python.standardOutput = output
    try python.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    guard python.terminationStatus == 0 else { return nil }
    let found = try JSONDecoder().decode([Element].self, from: said)
    elements = found.map(\.name)
    attributes = found.map(\.attributes)
  }
}
