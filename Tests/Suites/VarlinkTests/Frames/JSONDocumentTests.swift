import Testing

@testable import JSON

struct JSONDocumentTests {
  @Test(arguments: [
    "{}", "[]", "0", "-0", "1.5e+3", "1E2", #""""#, "true", " { \"a\" : [ 1 , null ] } ",
    #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#, "\"é漢😀\"", "\t\r\n[1,[2,[3]]]",
  ])
  func acceptsWhatRFC8259Allows(_ text: String) {
    #expect(throws: Never.self) { try JSONDocument(Array(text.utf8)) }
  }

  @Test(arguments: [
    "", " ", "{", "}", "{]", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{'a':1}",
    "{\"a\":1 \"b\":2}",
    "01", "+1", "1.", ".5", "1e", "-", "0x1", "NaN", "Infinity", "tru", "nulll", "{} {}", "// c\n1",
    "\u{FEFF}{}", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"",
    "\"\\ud800\\u0041\"", "\"\t\"", "\"\u{1}\"", "[\"a\":1]",
  ])
  func refusesWhatRFC8259DoesNotAllow(_ text: String) {
    #expect(throws: InvalidJSON.self) { try JSONDocument(Array(text.utf8)) }
  }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xF0, 0x80, 0x80, 0x80], [0x80], [0xE2, 0x82],
  ])
  func refusesWhatIsNotUTF8(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    #expect(throws: InvalidJSON.self) { try JSONDocument([quote] + bytes + [quote]) }
  }

  @Test func refusesDeepNesting() {
    let depth = JSONDocument.maximumDepth
    let nested = { (depth: Int) in
      Array(repeating: UInt8(ascii: "["), count: depth)
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    #expect(throws: Never.self) { try JSONDocument(nested(depth)) }
    #expect(throws: InvalidJSON.self) { try JSONDocument(nested(depth + 1)) }
    #expect(throws: InvalidJSON.self) {
      try JSONDocument(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    }
  }

  @Test func namesTheOffsetOfTheMistake() {
    #expect(throws: InvalidJSON(offset: 6, problem: "expected a value")) {
      try JSONDocument(Array(#"{"a": }"#.utf8))
    }
  }

  @Test func findsMembersAndElementsInOrder() throws {
    let document = try JSONDocument(Array(#"{"a":[1,{"x":2}],"b\u0063":"d"}"#.utf8))
    var members: [String] = []
    document.root.forEachMember { name, value in
      members.append("\(name.string ?? "?")=\(String(decoding: value.text, as: UTF8.self))")
    }
    #expect(members == [#"a=[1,{"x":2}]"#, #"bc="d""#])
  }
}
