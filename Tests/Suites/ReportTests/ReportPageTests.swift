import Scheduling
import Testing

@testable import Report

struct ReportPageTests {
  private func page(title: String, app: String) -> String {
    let begin = WallTime(seconds: 0)
    var story = Story(title: title, range: begin..<begin + .hours(1))
    story.apps = [.init(name: app, opens: [])]
    return ReportPage.text(story)
  }

  @Test func hostileNamesStayInTheirPlaces() {
    let hostile = "</script><script>alert(1)</script>{{story}}<!--\"'&"
    let (page, plain) = (page(title: hostile, app: hostile), page(title: "a", app: "b"))
    for mark in ["<script", "</script", "<!--", "<title"] {
      #expect(page.components(of: mark) == plain.components(of: mark), "\(mark)")
    }
  }

  @Test func nothingIsFetchedFromAnywhere() {
    let page = page(title: "a", app: "b")
    for word in ["http:", "https:", "@import", "url(", " src=", "{{"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("unsafe"))
  }

  @Test func thePolicyAllowsThePagesOwnStyleAndScript() throws {
    let style = try SHA256.policyText(of: ReportPage.style)
    let script = try SHA256.policyText(of: ReportPage.script)
    #expect(ReportPage.styleDigest == style, "the new digest is \(style)")
    #expect(ReportPage.scriptDigest == script, "the new digest is \(script)")
    let page = page(title: "a", app: "b")
    #expect(page.contains("<style>\(ReportPage.style)</style>"))
    #expect(page.contains("<script>\(ReportPage.script)</script>"))
  }

  @Test func everyReasonHasALookOfItsOwn() {
    for reason in Reason.allCases {
      #expect(ReportPage.script.contains("\n  \(reason.rawValue): {colour: "), "\(reason)")
    }
  }

  @Test func theSameStoryIsTheSamePage() {
    #expect(page(title: "a", app: "b") == page(title: "a", app: "b"))
  }
}

extension String {
  func components(of mark: String) -> Int {
    var (rest, count) = (self[...], 0)
    while let found = rest.firstRange(of: mark) {
      rest = rest[found.upperBound...]
      count += 1
    }
    return count
  }
}
