import Testing

@testable import Varlink

struct ReplyTests {
  private func reply(_ text: String) throws -> IncomingReply { try IncomingReply(Array(text.utf8)) }

  @Test func readsOutputErrorsAndContinuation() throws {
    let output = try reply(#"{"parameters":{"x":1},"continues":true}"#)
    #expect(output.continues)
    #expect(output.error == nil)
    #expect(try output.parameters.decode(as: [String: Int].self) == ["x": 1])
    let error = try reply(#"{"error":"a.b.Bad","parameters":{"why":"so"}}"#)
    #expect(error.error == "a.b.Bad")
    #expect(error.parameters.description == #"{"why":"so"}"#)
  }

  @Test(arguments: [#"{}"#, #"{"parameters":null}"#, #"{"parameters":{}}"#, #"{"error":null}"#])
  func absentNullAndEmptyParametersAreTheSame(_ text: String) throws {
    let reply = try reply(text)
    #expect(reply.parameters == .emptyObject)
    #expect(reply.error == nil)
  }

  @Test(arguments: [
    (#"{"error":"a.b.Bad","continues":true}"#, ProtocolViolation.errorContinues),
    (#"{"method":"a.b.C"}"#, .unknownMember("method")),
    (#"{"continues":0}"#, .wrongType(member: "continues", expected: "true or false")),
    (#"{"error":{}}"#, .wrongType(member: "error", expected: "a string")),
    (#"3"#, .notAnObject),
  ])
  func refusesMalformedReplies(_ text: String, _ violation: ProtocolViolation) {
    #expect(throws: violation) { try reply(text) }
  }
}

struct OutgoingFrameTests {
  private struct Output: Encodable {
    var x: Int?
    var path: String?
    var ratio: Double?
  }

  private func text(_ frame: [UInt8]) -> String {
    #expect(frame.last == 0)
    #expect(frame.count { $0 == 0 } == 1)
    return String(decoding: frame.dropLast(), as: UTF8.self)
  }

  @Test func writesCallsWithoutWhitespace() throws {
    #expect(
      text(try OutgoingFrame.call("a.b.C", Output(x: 1)))
        == #"{"method":"a.b.C","parameters":{"x":1}}"#)
    #expect(
      text(try OutgoingFrame.call("a.b.C", NoParameters(), mode: .more))
        == #"{"method":"a.b.C","more":true}"#)
  }

  @Test func leavesOutParametersWithoutMembers() throws {
    #expect(text(try OutgoingFrame.call("a.b.C", Output())) == #"{"method":"a.b.C"}"#)
    #expect(text(try OutgoingFrame.reply(Output())) == "{}")
    #expect(text(try OutgoingFrame.error("a.b.Bad")) == #"{"error":"a.b.Bad"}"#)
  }

  @Test func writesRepliesAndErrors() throws {
    #expect(
      text(try OutgoingFrame.reply(Output(path: "/a/b"), continues: true))
        == #"{"parameters":{"path":"/a/b"},"continues":true}"#)
    #expect(
      text(try OutgoingFrame.error("a.b.\"Bad\"\n", Output(x: 2)))
        == #"{"error":"a.b.\"Bad\"\n","parameters":{"x":2}}"#)
  }

  @Test func escapesNULInStrings() throws {
    #expect(
      text(try OutgoingFrame.reply(Output(path: "a\0b"))) == #"{"parameters":{"path":"a\u0000b"}}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func refusesNumbersThatJSONCannotWrite(_ number: Double) {
    #expect(throws: EncodingFailure.self) { try OutgoingFrame.reply(Output(ratio: number)) }
  }

  @Test func refusesParametersThatAreNoObject() {
    #expect(throws: EncodingFailure.self) { try OutgoingFrame.reply([1, 2]) }
    #expect(throws: EncodingFailure.self) { try OutgoingFrame.reply("text") }
  }
}
