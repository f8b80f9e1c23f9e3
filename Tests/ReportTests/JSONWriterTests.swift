import Foundation
import Testing

@testable import Report

struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.array(body)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    "plain", "", "</script><script>alert(1)</script>", "<!-- <script>", "\"quoted\" \\ back",
    "line\nbreak\ttab\u{0}nul\u{7F}", "\u{2028}\u{2029}", "\u{202E}evil", "日本語 مرحبا 👩‍👩‍👧",
    "\r\n", "e\u{301}",
  ])
  func textsComeBackAsTheyWere(text: String) throws {
    let json = written { $0.value(text) }
    let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
    #expect(read.map { Array($0.unicodeScalars) } == [Array(text.unicodeScalars)])
  }

  @Test(arguments: ["</script>", "<!--", "a & b", "\u{2028}", "\n", "\u{85}"])
  func nothingInItIsMarkupOrALineOfItsOwn(text: String) {
    let json = written { $0.value(text) }
    #expect(!json.unicodeScalars.contains { "<>&\n\u{2028}\u{85}".unicodeScalars.contains($0) })
  }

  @Test func numbersAreWrittenShort() {
    let json = written { writer in
      writer.value(0.1)
      writer.value(2.0)
      writer.value(1.0 / 3)
      writer.value(-0.0000001)
      writer.value(Double?.none)
      writer.value(Double.infinity)
      writer.value(-7)
      writer.value(true)
    }
    #expect(json == "[0.1,2,0.333333,0,null,null,-7,true]")
  }

  @Test func groupsLieInEachOther() {
    let json = written { writer in
      writer.object { writer in
        writer.member("a") { $0.values([1, 2]) }
        writer.list("b", ["x"]) { $0.value($1) }
        writer.list("c", [Int]()) { $0.value($1) }
      }
      writer.value(3)
    }
    #expect(json == #"[{"a":[1,2],"b":["x"],"c":[]},3]"#)
  }
}
