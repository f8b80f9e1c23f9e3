import Control
import Testing

@testable import Terminal

struct JSONLayoutTests {
  private struct Sample: Encodable {
    var b: [Int] = [1, 2]
    var a = "x: {\"y\", \\ [\u{1}]}"
    var empty: [String: [Int]] = ["list": []]
    @ExplicitNull var none: Int?
    var path = "/a/b"
  }

  @Test func keepsEveryKeyInOrder() {
    #expect(
      JSONLayout.compact(Sample())
        == #"{"a":"x: {\"y\", \\ [\u0001]}","b":[1,2],"empty":{"list":[]},"none":null,"path":"/a/b"}"#
    )
  }

  @Test func givesEachMemberALine() {
    #expect(
      JSONLayout.indented(Sample()) == #"""
        {
          "a": "x: {\"y\", \\ [\u0001]}",
          "b": [
            1,
            2
          ],
          "empty": {
            "list": []
          },
          "none": null,
          "path": "/a/b"
        }
        """#)
    #expect(JSONLayout.indented([Int]()) == "[]")
    #expect(JSONLayout.indented([[Int]()]) == "[\n  []\n]")
  }
}
