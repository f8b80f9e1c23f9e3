import Foundation
import JSON
import Testing

/// Compares written and read JSON with Foundation.
struct JSONWriterTests {
  private static let texts = [
    "", "a", "ä\u{20ac}\u{1f98b}", "\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}", "/a/b", "e\u{301}",
    String(repeating: "long ", count: 5000),
  ]

  private func text(_ value: some JSONWritable) -> String {
    var json = JSONWriter()
    value.write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func root(_ text: String) throws -> JSONElement {
    try JSONDocument(Array(text.utf8)).root
  }

  @Test func writesWhatOthersRead() throws {
    let data = Data(text(Self.texts).utf8)
    #expect(try JSONDecoder().decode([String].self, from: data) == Self.texts)
    let map = Dictionary(uniqueKeysWithValues: Self.texts.map { ($0, $0 + "!") })
    let object = Data(text(map).utf8)
    #expect(try JSONDecoder().decode([String: String].self, from: object) == map)
  }

  @Test func readsWhatOthersWrite() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let list = String(decoding: try encoder.encode(Self.texts), as: UTF8.self)
    #expect([String](json: try root(list)) == Self.texts)
    let map = ["b": 2, "a": -1, "": 0] as [String: Int64]
    let object = String(decoding: try encoder.encode(map), as: UTF8.self)
    #expect([String: Int64](json: try root(object)) == map)
  }

  /// The writer needs more space before each of its pieces in one of these cases.
  @Test(arguments: 0...80)
  func growsAtEachPlace(length: Int) {
    let filling = String(repeating: "x", count: length)
    var json = JSONWriter(capacity: 0)
    json.beginObject()
    json.name(filling)
    json.write(Int64.min)
    json.name("second" as StaticString)
    json.write("\u{1}\"ä")
    json.endObject()
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"\#(filling)":-9223372036854775808,"second":"\u0001\"ä"}"#)
  }

  @Test func ordersKeys() {
    #expect(text(["b": "2", "a": "1", "c": "3"]) == #"{"a":"1","b":"2","c":"3"}"#)
  }

  @Test func readsEveryEscape() throws {
    let list = #" [ "\u00e4\u20AC\ud83e\udd8b" , "\"\\\/\b\f\n\r\t" ] "#
    #expect(
      [String](json: try root(list))
        == ["ä\u{20ac}\u{1f98b}", "\"\\/\u{8}\u{c}\n\r\t"])
  }

  @Test(
    arguments: [
      (0.0, "0"), (-0.0, "-0.0"), (1, "1"), (-1800, "-1800"), (0.1, "0.1"), (2.5e-9, "2.5e-09"),
      (9_007_199_254_740_991, "9007199254740991"), (1e300, "1e+300"),
      (.greatestFiniteMagnitude, nil),
      (.leastNonzeroMagnitude, nil),
    ] as [(Double, String?)])
  func writesNumbersThatReadAsTheSame(number: Double, written: String?) throws {
    if let written { #expect(text(number) == written) }
    #expect(try JSONDecoder().decode(Double.self, from: Data(text(number).utf8)) == number)
    #expect(Double(json: try root(text(number))) == number)
  }

  @Test func saysWhichNumberThereIsNotInJSON() {
    var json = JSONWriter()
    json.write(Double.infinity)
    #expect(json.bytes == Array("null".utf8))
    #expect(json.unwritable == .infinity)
  }

  @Test(arguments: [.min, -1, 0, 1, 10, .max] as [Int64])
  func writesWholeNumbers(number: Int64) throws {
    #expect(text(number) == "\(number)")
    #expect(Int64(json: try root("\(number)")) == number)
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1.0", "1e3", "\"1\"", "null"])
  func readsNoOtherNumberForAWholeOne(text: String) throws {
    #expect(Int64(json: try root(text)) == nil)
    #expect(Int32(json: try root("4294967296")) == nil)
  }

  @Test func findsMembersInWhateverOrder() throws {
    let object = try root(#"{"a":1,"b":{"a":9},"c":[{"d":8}],"d":4}"#)
    var members = try #require(JSONMembers(object))
    for name in ["a", "b", "c", "d"] as [StaticString] { #expect(members.value(name) != nil) }
    #expect(members.value("a")?.integer == 1)
    #expect(members.value("e") == nil)
    #expect(members.value("d")?.integer == 4)
    #expect(members.value("c")?.kind == .array)
    #expect(members.value("b")?.kind == .object)
    #expect(JSONMembers(try root("[]")) == nil)
    var none = try #require(JSONMembers(try root("{}")))
    #expect(none.value("a") == nil)
  }

  @Test func findsMembersWhoseNamesHaveEscapes() throws {
    let object = try root(#"{"a":1,"keep\u0052unning":true,"\u212Ab":2,"":3}"#)
    var members = try #require(JSONMembers(object))
    #expect(members.value("keepRunning")?.bool == true)
    #expect(members.value("a")?.integer == 1 && members.value("")?.integer == 3)
    #expect(members.value("keep") == nil)
    // The sign of Kelvin is another character than the letter.
    #expect(members.value("Kb") == nil && members.value("\u{212A}b")?.integer == 2)
    let names = [#""keep\u0052unning""#, #""\u212Ab""#]
    let texts = ["keepRunning", "Kb"]
    #expect(try zip(names, texts).map { try root($0).equals($1) } == [true, false])
  }
}
