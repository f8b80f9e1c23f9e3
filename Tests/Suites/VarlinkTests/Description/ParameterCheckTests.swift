import JSON
import Testing

@testable import Varlink

struct ParameterCheckTests {
  private static let text = """
    interface org.example.test
    type Step (name: string, command: []string, retries: ?int)
    type Tree (name: string, children: ?[]Tree)
    method Do(
      id: string,
      kind: (small, large),
      count: ?int,
      ratio: ?float,
      on: ?bool,
      steps: ?[]Step,
      environment: ?[string]string,
      tags: ?[string](),
      anything: ?any,
      object: ?object,
      tree: ?Tree,
      matrix: ?[][]int,
      gaps: ?[]?int
    ) -> ()
    method Nothing() -> ()
    """

  private func check(_ text: String, method: String = "Do") throws {
    let interface = try InterfaceDescription(Self.text)
    let input = try #require(interface.input(ofMethod: method))
    try ParameterCheck(input, in: interface).check(JSONDocument(Array(text.utf8)))
  }

  private func with(_ member: String) -> String { #"{"id":"a","kind":"small",\#(member)}"# }

  @Test(arguments: [
    #""count":-9223372036854775808"#, #""count":18446744073709551615"#, #""count":null"#,
    #""ratio":1"#, #""ratio":-1.5e3"#, #""on":false"#, #""steps":[]"#,
    #""steps":[{"name":"x","command":["a","b"]},{"name":"y","command":[],"retries":null}]"#,
    #""environment":{}"#, #""environment":{"PATH":"/bin"}"#, #""tags":{"a":{},"b":{}}"#,
    #""anything":[null]"#, #""anything":false"#, #""object":{"x":null}"#,
    #""tree":{"name":"a","children":[{"name":"b"},{"name":"c","children":null}]}"#,
    #""matrix":[[1],[],[2,3]]"#, #""gaps":[1,null,2]"#, #""c\u006funt":3"#,
  ])
  func acceptsWhatIsDeclared(_ member: String) {
    #expect(throws: Never.self) { try check(with(member)) }
  }

  @Test(arguments: [
    (#""extra":1"#, "extra"), (#""Count":1"#, "Count"), (#""count":1.0"#, "count"),
    (#""count":1e2"#, "count"),
    (#""count":"1""#, "count"), (#""count":18446744073709551616"#, "count"),
    (#""ratio":"1""#, "ratio"),
    (#""ratio":1e999"#, "ratio"), (#""on":0"#, "on"), (#""on":"true""#, "on"),
    (#""steps":{}"#, "steps"),
    (#""steps":[{"name":"x"}]"#, "steps[0].command"),
    (#""steps":[{"name":"x","command":[]},{"name":1,"command":[]}]"#, "steps[1].name"),
    (#""steps":[{"name":"x","command":["a",2]}]"#, "steps[0].command[1]"),
    (#""steps":[{"name":"x","command":[],"extra":1}]"#, "steps[0].extra"),
    (#""steps":[null]"#, "steps[0]"),
    (#""environment":{"A":1}"#, "environment.A"), (#""environment":[]"#, "environment"),
    (#""environment":{"A":null}"#, "environment.A"), (#""tags":{"a":1}"#, "tags.a"),
    (#""tags":["a"]"#, "tags"), (#""object":[]"#, "object"), (#""object":"x""#, "object"),
    (
      #""tree":{"name":"a","children":[{"name":"b","children":[{}]}]}"#,
      "tree.children[0].children[0].name"
    ),
    (#""matrix":[[1],["x"]]"#, "matrix[1][0]"), (#""gaps":[null,"x"]"#, "gaps[1]"),
    (#""count":1,"count":2"#, "count"),
  ])
  func namesTheFieldThatDoesNotMatch(_ member: String, _ path: String) {
    let error = #expect(throws: InvalidParameter.self) { try check(with(member)) }
    #expect(error?.path == path)
  }

  @Test(arguments: [
    ("{}", "id"), (#"{"id":"a"}"#, "kind"), (#"{"id":null,"kind":"small"}"#, "id"),
    (#"{"id":1,"kind":"small"}"#, "id"), (#"{"id":"a","kind":"medium"}"#, "kind"),
    (#"{"id":"a","kind":1}"#, "kind"), (#"{"id":"a","kind":null}"#, "kind"),
  ])
  func requiresWhatIsNotNullable(_ text: String, _ path: String) {
    let error = #expect(throws: InvalidParameter.self) { try check(text) }
    #expect(error?.path == path)
  }

  @Test func saysWhatIsAllowed() {
    let kind = #expect(throws: InvalidParameter.self) { try check(#"{"id":"a","kind":"medium"}"#) }
    #expect(kind?.description == #"kind is "medium"; allowed: small, large"#)
    let extra = #expect(throws: InvalidParameter.self) { try check(#"{"x":1}"#, method: "Nothing") }
    #expect(extra?.description == "x is unknown; allowed: none")
    let count = #expect(throws: InvalidParameter.self) { try check(with(#""count":"1""#)) }
    #expect(count?.description == "count must be an integer of 64 bits")
  }

  @Test func aMethodWithoutParametersTakesNone() {
    #expect(throws: Never.self) { try check("{}", method: "Nothing") }
  }

  private struct Outer: Decodable {
    struct Inner: Decodable { let count: Int8 }
    enum Kind: String, Decodable { case small }
    let list: [Inner]
    let kind: Kind?
  }

  @Test(arguments: [
    (#"{"list":[{"count":1},{"count":300}]}"#, "list[1].count"),
    (#"{"list":[{"count":-129},{"count":1}]}"#, "list[0].count"),
    (#"{"list":[{"count":500},{"count":300}]}"#, "list[1].count"),
    (#"{"list":[{}]}"#, "list[0].count"), (#"{"list":[],"kind":"large"}"#, "kind"),
    (#"{"list":1}"#, "list"),
  ])
  func whatACodableTypeRefusesIsNamedToo(_ text: String, _ path: String) {
    let text = JSONText(bytes: Array(text.utf8)[...])
    let error = #expect(throws: InvalidParameter.self) { try text.decodeParameters(as: Outer.self) }
    #expect(error?.path == path)
  }
}
