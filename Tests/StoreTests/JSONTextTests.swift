import Foundation
import Scheduling
import Testing

@testable import Store

/// The lists and maps in text columns.
@Suite struct JSONTextTests {
  @Test func writesWhatOthersRead() throws {
    var random = RandomModel(seed: 1)
    for _ in 0..<500 {
      let list = random.list(5) { $0.text() }
      let data = Data(JSONText(list).bytes)
      #expect(try JSONDecoder().decode([String].self, from: data) == list)
      let map = random.command().environment
      let object = Data(JSONText(map).bytes)
      #expect(try JSONDecoder().decode([String: String].self, from: object) == map)
    }
  }

  @Test func readsWhatOthersWrite() throws {
    var random = RandomModel(seed: 2)
    for _ in 0..<500 {
      let list = random.list(5) { $0.text() }
      let text = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
      #expect(JSONText.list(text) == list)
      let map = random.command().environment
      let encoder = JSONEncoder()
      encoder.outputFormatting = .prettyPrinted
      #expect(JSONText.map(String(decoding: try encoder.encode(map), as: UTF8.self)) == map)
    }
  }

  @Test func ordersKeys() {
    let text = String(decoding: JSONText(["b": "2", "a": "1", "c": "3"]).bytes, as: UTF8.self)
    #expect(text == #"{"a":"1","b":"2","c":"3"}"#)
  }

  @Test func readsEveryEscape() {
    #expect(
      JSONText.list(#" [ "\u00e4\u20AC\ud83e\udd8b" , "\"\\\/\b\f\n\r\t" ] "#)
        == ["ä\u{20ac}\u{1f98b}", "\"\\/\u{8}\u{c}\n\r\t"])
  }

  @Test(arguments: [
    "", "[", "]", "{}", "[\"a\"", "[\"a\",]", "[\"a\"]x", "[1]", "[null]", "[\"a]", "[\"\\",
    "[\"\\x\"]", "[\"\\u12\"]", "[\"\\u12g4\"]", "[\"\\ud83e\"]", "[\"\\ud83e\\u0041\"]",
    "[\"\\udd8b\"]", "[\"a\" \"b\"]",
  ])
  func refusesWhatIsNoListOfStrings(_ text: String) {
    #expect(JSONText.list(text) == nil)
  }

  @Test(arguments: [
    "", "[]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1}", "{\"a\":\"b\",}", "{\"a\":\"b\"",
    "{a:\"b\"}",
  ])
  func refusesWhatIsNoMapOfStrings(_ text: String) {
    #expect(JSONText.map(text) == nil)
  }
}
