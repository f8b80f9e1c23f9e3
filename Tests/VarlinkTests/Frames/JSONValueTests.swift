import Testing

@testable import Varlink

struct JSONValueTests {
  @Test(arguments: [
    (#"{"v":null}"#, JSONValue.null), (#"{"v":true}"#, true), (#"{"v":1}"#, 1),
    (#"{"v":-9223372036854775808}"#, .integer(.min)),
    (#"{"v":18446744073709551615}"#, .unsigned(.max)), (#"{"v":1.5}"#, 1.5),
    (#"{"v":"x"}"#, "x"), (#"{"v":[1,"a",null]}"#, JSONValue.array([1, "a", nil])),
    (#"{"v":{"a":{"b":[]}}}"#, .object(["a": .object(["b": .array([])])])),
  ])
  func goesToJSONAndBack(_ text: String, _ value: JSONValue) throws {
    let decoded = try JSONText(bytes: Array(text.utf8)[...]).decode(as: [String: JSONValue].self)
    #expect(decoded == ["v": value])
    let frame = try OutgoingFrame.reply(["v": value])
    #expect(String(decoding: frame.dropLast(), as: UTF8.self) == #"{"parameters":\#(text)}"#)
  }

  @Test func aSetOfStringsIsAnObjectOfEmptyObjects() throws {
    let set = StringSet(["b", "a"])
    #expect(JSONValue(encoding: set) == ["a": [:], "b": [:]])
    #expect(try JSONText(bytes: Array(#"{"b":{},"a":{}}"#.utf8)[...]).decode() == set)
  }
}
