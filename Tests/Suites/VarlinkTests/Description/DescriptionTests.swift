import Testing

@testable import Varlink

struct DescriptionTests {
  private static let text = """
    # The whole interface,
    # in two lines.
    interface org.example.test-2.x

    # A condition.
    type Condition (
      # What it does.
      state: (idle, spooling, busy), # not about the next one
      level: ?int,
      nested: ?[](first: int, second: [string][]string)
    )
    type Kind (
      # The first.
      one,
      two
    )

    # Not about the method: a blank line follows.

    method Look() -> (condition: Condition)
    method Set(
      kind: Kind, value: any, object: object, flags: [string](), ratio: float, on: bool, name: string
    )->()

    # It failed.
    error Failed (why: string)
    """

  @Test func readsEveryDeclaration() throws {
    let interface = try InterfaceDescription(Self.text)
    #expect(interface.name == "org.example.test-2.x")
    #expect(interface.documentation == "The whole interface,\nin two lines.")
    #expect(interface.members.map(\.name) == ["Condition", "Kind", "Look", "Set", "Failed"])
    #expect(interface.text == Self.text)
    #expect(interface.input(ofMethod: "Look") == Structure(fields: []))
    #expect(interface.output(ofMethod: "Look")?.fields.map(\.type) == [.named("Condition")])
    #expect(interface.output(ofMethod: "Set") == Structure(fields: []))
    #expect(interface.input(ofMethod: "Failed") == nil)
  }

  @Test func readsEveryType() throws {
    let interface = try InterfaceDescription(Self.text)
    #expect(
      interface.input(ofMethod: "Set")?.fields.map(\.type) == [
        .named("Kind"), .any, .object, .map(.structure(Structure(fields: []))), .float, .bool,
        .string,
      ])
    guard case .type(.structure(let condition)) = interface.member("Condition")?.kind else {
      Issue.record("Condition is no structure")
      return
    }
    #expect(condition.fields[1].type == .nullable(.int))
    let pair = Structure(fields: [
      .init(name: "first", type: .int, documentation: ""),
      .init(name: "second", type: .map(.array(.string)), documentation: ""),
    ])
    #expect(condition.fields[2].type == .nullable(.array(.structure(pair))))
  }

  @Test func commentsRightAboveAreDocumentation() throws {
    let interface = try InterfaceDescription(Self.text)
    #expect(interface.member("Condition")?.documentation == "A condition.")
    #expect(interface.member("Kind")?.documentation == "")
    #expect(interface.member("Look")?.documentation == "")
    #expect(interface.member("Failed")?.documentation == "It failed.")
    guard case .type(.structure(let condition)) = interface.member("Condition")?.kind,
      case .type(.enumeration(let kind)) = interface.member("Kind")?.kind
    else {
      Issue.record("a type is missing")
      return
    }
    #expect(condition.fields.map(\.documentation) == ["What it does.", "", ""])
    #expect(kind.values.map(\.documentation) == ["The first.", ""])
  }

  @Test func theServiceInterfaceIsWellFormed() throws {
    let interface = try InterfaceDescription(ServiceInterface.text)
    #expect(interface.name == ServiceInterface.name)
    #expect(interface.members.count == 9)
  }

  @Test(arguments: [
    "interface a.b\r\nmethod X()->()\r\n", "interface a.b # why\nmethod X ( ) -> ( ) #",
  ])
  func acceptsOtherLineEndsAndCommentsBehind(_ text: String) throws {
    #expect(try InterfaceDescription(text).members.count == 1)
  }

  @Test func keywordsMayBeFieldNames() throws {
    let text =
      "interface a.b\nmethod X(type: string, method: ?int, interface: bool, string: any) -> ()"
    #expect(try InterfaceDescription(text).input(ofMethod: "X")?.fields.count == 4)
  }

  @Test func typesMayReferToThemselves() throws {
    let text = "interface a.b\ntype Tree (children: []Tree)\nmethod X(tree: Tree) -> ()"
    #expect(try InterfaceDescription(text).members.count == 2)
  }
}

struct DescriptionErrorTests {
  @Test(arguments: [
    ("", 1, 1), ("interface", 1, 10), ("interface example\n", 1, 11), ("interface a.b\n", 2, 1),
    ("interface a..b\nmethod X() -> ()", 1, 11), ("interface -a.b\nmethod X() -> ()", 1, 11),
    ("interface a.b method X() -> ()", 1, 15),
    ("interface a.b\nmethod X() -> () method Y() -> ()", 2, 18),
    ("interface a.b\nmethod x() -> ()", 2, 8), ("interface a.b\nmethod X_y() -> ()", 2, 8),
    ("interface a.b\nmethod X()", 2, 11), ("interface a.b\nmethod X() -> int", 2, 15),
    ("interface a.b\nmethod X(a: int,) -> ()", 2, 17), ("interface a.b\nmethod X(a) -> ()", 2, 9),
    ("interface a.b\nmethod X(a: ??int) -> ()", 2, 15),
    ("interface a.b\nmethod X(a: []?) -> ()", 2, 16),
    ("interface a.b\nmethod X(a: [int]int) -> ()", 2, 13),
    ("interface a.b\nmethod X(a: strnig) -> ()", 2, 13),
    ("interface a.b\nmethod X(a: Other) -> ()", 2, 13),
    ("interface a.b\nmethod X(a_: int) -> ()", 2, 10),
    ("interface a.b\nmethod X(a__b: int) -> ()", 2, 10),
    ("interface a.b\nmethod X(_a: int) -> ()", 2, 10),
    ("interface a.b\nmethod X(1a: int) -> ()", 2, 10),
    ("interface a.b\nmethod X(a: int, a: int) -> ()", 2, 18),
    ("interface a.b\ntype X (a, b, a)", 2, 15), ("interface a.b\ntype X (a, b: int)", 2, 13),
    ("interface a.b\nmethod X() -> ()\nerror X ()", 3, 7), ("interface a.b\nerror X", 2, 8),
    ("interface a.b\nfunction X() -> ()", 2, 1), ("method X() -> ()", 1, 1),
  ])
  func namesTheLineAndTheColumn(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: DescriptionError.self) { try InterfaceDescription(text) }
    #expect(error?.line == line, "\(error.map(String.init(describing:)) ?? "")")
    #expect(error?.column == column, "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test func saysWhatWasExpectedAndFound() {
    let error = #expect(throws: DescriptionError.self) {
      try InterfaceDescription("interface a.b\nmethod X(a: strnig) -> ()")
    }
    #expect(error?.description == "line 2, column 13: expected a type, found 'strnig'")
  }
}
