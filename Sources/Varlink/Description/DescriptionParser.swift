/// Reads an interface description by the grammar of UAPI.20.
struct DescriptionParser {
  private var scanner: Scanner
  /// Type names used, and where, to be looked up when all are known.
  private var uses: [(name: String, position: Int)] = []

  init(_ text: String) {
    scanner = Scanner(text)
  }

  mutating func interface(_ text: String) throws(DescriptionError) -> InterfaceDescription {
    let documentation = scanner.documentation()
    guard scanner.word() == "interface" else {
      throw scanner.error("a description starts with the word interface", at: 0)
    }
    let name = try name(
      "an interface name such as org.example.thing", alsoAllowed: ".-", Names.isInterface)
    var members: [InterfaceDescription.Member] = []
    while !scanner.isAtEnd() {
      guard scanner.sawLineBreak else {
        throw scanner.error("expected a line break before \(scanner.next())")
      }
      members.append(try member(knowing: members))
    }
    guard !members.isEmpty else { throw scanner.error("an interface has at least one member") }
    try checkUses(members)
    return InterfaceDescription(
      name: name, documentation: documentation, members: members, text: text)
  }

  private mutating func member(
    knowing members: [InterfaceDescription.Member]
  ) throws(DescriptionError) -> InterfaceDescription.Member {
    let documentation = scanner.documentation()
    let start = scanner.position
    let keyword = scanner.word()
    guard ["type", "method", "error"].contains(keyword) else {
      throw scanner.error("expected type, method or error, found '\(keyword)'", at: start)
    }
    scanner.skipTrivia()
    let nameStart = scanner.position
    let name = try name("a \(keyword) name (a capital, then letters and digits)", Names.isMember)
    guard !members.contains(where: { $0.name == name }) else {
      throw scanner.error("\(name) is declared twice", at: nameStart)
    }
    return .init(name: name, documentation: documentation, kind: try kind(keyword))
  }

  private mutating func kind(
    _ keyword: String
  ) throws(DescriptionError) -> InterfaceDescription.Member.Kind {
    switch keyword {
    case "type": return .type(try structureOrEnumeration())
    case "error": return .error(try structure())
    default:
      let input = try structure()
      try expect("->")
      return .method(input: input, output: try structure())
    }
  }

  /// Every type that is used must be declared in the interface.
  private func checkUses(_ members: [InterfaceDescription.Member]) throws(DescriptionError) {
    var types: Set<String> = []
    for member in members {
      if case .type = member.kind { types.insert(member.name) }
    }
    for use in uses where !types.contains(use.name) {
      throw scanner.error("there is no type \(use.name) in this interface", at: use.position)
    }
  }
}

// MARK: - Types

extension DescriptionParser {
  private mutating func type() throws(DescriptionError) -> ValueType {
    guard scanner.take("?") else { return try nonNullable() }
    if scanner.take("?") { throw scanner.error("a type is nullable only once") }
    return .nullable(try nonNullable())
  }

  private mutating func nonNullable() throws(DescriptionError) -> ValueType {
    if scanner.take("[]") { return .array(try type()) }
    if scanner.take("[string]") { return .map(try type()) }
    if scanner.take("(") { return try fieldsOrValues() }
    return try simpleType()
  }

  private mutating func simpleType() throws(DescriptionError) -> ValueType {
    scanner.skipTrivia()
    let start = scanner.position
    let found = scanner.next()
    let word = scanner.word()
    switch word {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case "any": return .any
    case _ where Names.isMember(word):
      uses.append((word, start))
      return .named(word)
    default: throw scanner.error("expected a type, found \(found)", at: start)
    }
  }

  private mutating func structure() throws(DescriptionError) -> Structure {
    let start = scanner.position
    guard case .structure(let structure) = try structureOrEnumeration() else {
      throw scanner.error("expected fields with types, found an enumeration", at: start)
    }
    return structure
  }

  private mutating func structureOrEnumeration() throws(DescriptionError) -> ValueType {
    try expect("(")
    return try fieldsOrValues()
  }

  /// What stands behind a `(`. The first colon tells a structure from an enumeration; nothing at all is a structure.
  private mutating func fieldsOrValues() throws(DescriptionError) -> ValueType {
    if scanner.take(")") { return .structure(Structure(fields: [])) }
    let first = try fieldName(knowing: [])
    return scanner.take(":") ? try fields(first) : try values(first)
  }

  private typealias NamedPlace = (documentation: String, name: String)

  private mutating func fields(_ first: NamedPlace) throws(DescriptionError) -> ValueType {
    var fields = [
      Structure.Field(name: first.name, type: try type(), documentation: first.documentation)
    ]
    while scanner.take(",") {
      let field = try fieldName(knowing: fields.map(\.name))
      try expect(":")
      fields.append(
        .init(name: field.name, type: try type(), documentation: field.documentation))
    }
    try expect(")")
    return .structure(Structure(fields: fields))
  }

  private mutating func values(_ first: NamedPlace) throws(DescriptionError) -> ValueType {
    var values = [Enumeration.Value(name: first.name, documentation: first.documentation)]
    while scanner.take(",") {
      let value = try fieldName(knowing: values.map(\.name))
      values.append(.init(name: value.name, documentation: value.documentation))
    }
    try expect(")")
    return .enumeration(Enumeration(values: values))
  }

  private mutating func fieldName(knowing names: [String]) throws(DescriptionError) -> NamedPlace {
    let documentation = scanner.documentation()
    let start = scanner.position
    let name = try name("a field name (letters, digits, single underscores)", Names.isField)
    guard !names.contains(name) else {
      throw scanner.error("the field \(name) occurs twice", at: start)
    }
    return (documentation, name)
  }

  private mutating func name(
    _ what: String, alsoAllowed: String = "_", _ isValid: (String) -> Bool
  ) throws(DescriptionError) -> String {
    scanner.skipTrivia()
    let start = scanner.position
    let found = scanner.next()
    let name = scanner.word(alsoAllowed: alsoAllowed)
    guard isValid(name) else {
      throw scanner.error(
        "expected \(what), found \(name.isEmpty ? found : "'\(name)'")", at: start)
    }
    return name
  }

  private mutating func expect(_ text: String) throws(DescriptionError) {
    guard scanner.take(text) else {
      throw scanner.error("expected '\(text)', found \(scanner.next())")
    }
  }
}
