import Testing

@testable import Varlink

struct IncomingCallTests {
  private func call(_ text: String) throws -> IncomingCall { try IncomingCall(Array(text.utf8)) }

  @Test func readsMethodAndParameters() throws {
    let call = try call(#"{"method":"a.b.C","parameters":{"x":1}}"#)
    #expect(call.method == "a.b.C")
    #expect(call.mode == .single)
    #expect(call.parameters.description == #"{"x":1}"#)
  }

  @Test(arguments: [
    #"{"method":"a.b.C"}"#, #"{"method":"a.b.C","parameters":null}"#,
    #"{"method":"a.b.C","parameters":{}}"#,
  ])
  func absentNullAndEmptyParametersAreTheSame(_ text: String) throws {
    #expect(try call(text).parameters == .emptyObject)
  }

  @Test(arguments: [
    ("oneway", CallMode.oneway), ("more", .more), ("upgrade", .upgrade),
  ])
  func readsEachFlag(_ name: String, _ mode: CallMode) throws {
    #expect(try call(#"{"method":"a.b.C","\#(name)":true}"#).mode == mode)
    #expect(try call(#"{"method":"a.b.C","\#(name)":false}"#).mode == .single)
    #expect(try call(#"{"method":"a.b.C","\#(name)":null}"#).mode == .single)
  }

  @Test func takesSeveralFlagsIfOnlyOneIsTrue() throws {
    let call = try call(#"{"method":"a.b.C","more":true,"oneway":false,"upgrade":null}"#)
    #expect(call.mode == .more)
  }

  @Test func quotesOnlyTheBeginningOfAnUnknownName() {
    let name = String(repeating: "x", count: 1_000_000)
    #expect(throws: ProtocolViolation.unknownMember(String(name.prefix(64)))) {
      try call(#"{"method":"a.b.C","\#(name)":1}"#)
    }
  }

  @Test func ignoresVendorExtensions() throws {
    #expect(try call(#"{"method":"a.b.C","org.example":{"x":1}}"#).method == "a.b.C")
  }

  @Test func acceptsWhitespaceBetweenTokens() throws {
    #expect(try call("\n{ \"method\" :\t\"a.b.C\" }\r\n").method == "a.b.C")
  }

  @Test func readsEscapedNames() throws {
    #expect(try call(#"{"meth\u006fd":"a.b.\u0043"}"#).method == "a.b.C")
  }

  @Test(arguments: [
    (#"[]"#, ProtocolViolation.notAnObject),
    (#""a""#, .notAnObject),
    (#"{}"#, .missingMethod),
    (#"{"method":null}"#, .missingMethod),
    (#"{"method":1}"#, .wrongType(member: "method", expected: "a string")),
    (#"{"method":"a.b.C","more":true,"oneway":true}"#, .severalFlags),
    (#"{"method":"a.b.C","more":true,"upgrade":true}"#, .severalFlags),
    (#"{"method":"a.b.C","more":1}"#, .wrongType(member: "more", expected: "true or false")),
    (
      #"{"method":"a.b.C","oneway":"yes"}"#, .wrongType(member: "oneway", expected: "true or false")
    ),
    (#"{"method":"a.b.C","extra":1}"#, .unknownMember("extra")),
    (#"{"method":"a.b.C","X-extra":1}"#, .unknownMember("X-extra")),
    (#"{"method":"a.b.C","error":"x"}"#, .unknownMember("error")),
    (
      #"{"method":"a.b.C","parameters":[]}"#,
      .wrongType(member: "parameters", expected: "an object")
    ),
    (
      #"{"method":"a.b.C","parameters":"x"}"#,
      .wrongType(member: "parameters", expected: "an object")
    ),
    (#"{"method":"a.b.C","method":"a.b.D"}"#, .duplicateMember("method")),
  ])
  func refusesMalformedHeaders(_ text: String, _ violation: ProtocolViolation) {
    #expect(throws: violation) { try call(text) }
  }
}
