/// Reads an interface description by the grammar of UAPI.20.
struct DescriptionParser {
  var scanner: Scanner
  /// The names of used types and their positions, to be checked when all types are known.
  var usedTypes: [(name: String, position: Int)] = []

  init(_ text: String) {
    scanner = Scanner(text)
  }

  /// Reads the whole description: the name of the interface and all its members. The result keeps `text`, the source.
  mutating func readInterface(_ text: String) throws(DescriptionError) -> InterfaceDescription {
    let documentation = scanner.consumeDocumentation()
    guard scanner.consumeWord() == "interface" else {
      throw scanner.error("a description starts with the word interface", at: 0)
    }
    let name = try readName(
      "an interface name such as org.example.thing", alsoAllowed: ".-", Names.isInterface)
    var members: [InterfaceDescription.Member] = []
    while !scanner.isAtEnd() {
      guard scanner.sawLineBreak else {
        throw scanner.error("expected a line break before \(scanner.quotedNextWord())")
      }
      members.append(try readMember(after: members))
    }
    guard !members.isEmpty else { throw scanner.error("an interface has at least one member") }
    try checkUsedTypes(members)
    return InterfaceDescription(
      name: name, documentation: documentation, members: members, text: text)
  }

  /// Reads the next declaration: a type, a method or an error. Throws an error if one of the earlier `members` has its
  /// name.
  private mutating func readMember(
    after members: [InterfaceDescription.Member]
  ) throws(DescriptionError) -> InterfaceDescription.Member {
    let documentation = scanner.consumeDocumentation()
    let start = scanner.position
    let keyword = scanner.consumeWord()
    guard ["type", "method", "error"].contains(keyword) else {
      throw scanner.error("expected type, method or error, found '\(keyword)'", at: start)
    }
    scanner.skipTrivia()
    let nameStart = scanner.position
    let name = try readName(
      "a \(keyword) name (a capital, then letters and digits)", Names.isMember)
    guard !members.contains(where: { $0.name == name }) else {
      throw scanner.error("\(name) is declared twice", at: nameStart)
    }
    return .init(name: name, documentation: documentation, kind: try readKind(keyword))
  }

  /// Reads the part of a declaration after its name. `keyword` is type, method or error.
  private mutating func readKind(
    _ keyword: String
  ) throws(DescriptionError) -> InterfaceDescription.Member.Kind {
    switch keyword {
    case "type": return .type(try readStructureOrEnumeration())
    case "error": return .error(try readStructure())
    // A method.
    default:
      let input = try readStructure()
      try expect("->")
      return .method(input: input, output: try readStructure())
    }
  }

  /// Checks that every used type is declared in the interface.
  private func checkUsedTypes(_ members: [InterfaceDescription.Member]) throws(DescriptionError) {
    var types: Set<String> = []
    for member in members {
      if case .type = member.kind { types.insert(member.name) }
    }
    for use in usedTypes where !types.contains(use.name) {
      throw scanner.error("type \(use.name) not found in this interface", at: use.position)
    }
  }
}
