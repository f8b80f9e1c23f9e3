import JSON
import Testing

@testable import Control

/// Replies of an older daemon, which lacks newer fields.
struct OlderRepliesTests {
  private func read<Value: JSONReadable>(_ text: String, as _: Value.Type) throws -> Value? {
    Value(json: try JSONDocument(Array(text.utf8)).root)
  }

  @Test func aNumberOfSlotsWithoutASourceIsTheDefault() throws {
    let slots = try read(
      #"{"name":"app","slots":2,"usualSlots":2,"running":0}"#, as: SlotsInfo.self)
    #expect(slots?.source == "default" && slots?.machine == nil)
  }

  @Test func aCauseDoesNotNameTheAwaitedRequests() throws {
    let cause = try read(#"{"reason":"dependency","text":"waiting for a"}"#, as: CauseInfo.self)
    #expect(cause?.text == "waiting for a" && cause?.awaited == nil)
    let newer = try read(
      #"{"reason":"dependency","text":"a","awaited":{"toComplete":["a"],"toEnd":[]}}"#,
      as: CauseInfo.self)
    #expect(newer?.awaited == AwaitedRequestsInfo(toComplete: ["a"], toEnd: []))
  }

  @Test func missingListsAreEmptyAndMissingFlagsAreFalse() throws {
    #expect(try read(#"{"requests":[]}"#, as: List.Reply.self) == nil)
    #expect(try read(#"{"running":3}"#, as: List.Reply.self)?.requests == [])
    #expect(try read(#"{"stoppingRun":4}"#, as: Cancel.Reply.self)?.failed == [])
    #expect(try read(#"{"id":"a"}"#, as: RequestInfo.self) == nil)
    let step = try read(#"{"name":"a"}"#, as: StepInfo.self)
    #expect(step?.arguments == [])
  }

  /// A caller must send every field that the interface requires.
  @Test func nothingIsMissingInACall() throws {
    #expect(try read(#"{"name":"disk"}"#, as: SetGroup.self) != nil)
    #expect(try read("{}", as: SetGroup.self) == nil)
    #expect(try read("{}", as: SubmitAll.self) == nil)
  }
}

/// A row of a long list.
struct RequestRowTests {
  @Test func leavesOutItsNulls() throws {
    let row = RequestRowInfo(
      id: "a", owner: 1000, kind: "utility", state: "waiting", submitted: "2026-03-02T06:30:00.000Z"
    )
    var json = JSONWriter()
    row.write(to: &json)
    #expect(
      String(decoding: json.bytes, as: UTF8.self)
        == #"{"id":"a","owner":1000,"kind":"utility","state":"waiting","#
        + #""submitted":"2026-03-02T06:30:00.000Z"}"#)
    #expect(RequestRowInfo(json: try JSONDocument(json.bytes).root) == row)
  }
}
