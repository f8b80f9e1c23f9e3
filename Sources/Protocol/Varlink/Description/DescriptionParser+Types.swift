extension DescriptionParser {
  private mutating func type() throws(DescriptionError) -> ValueType {
    guard scanner.consume("?") else { return try nonNullable() }
    if scanner.consume("?") { throw scanner.error("a type is nullable only once") }
    return .nullable(try nonNullable())
  }

  private mutating func nonNullable() throws(DescriptionError) -> ValueType {
    if scanner.consume("[]") { return .array(try type()) }
    if scanner.consume("[string]") { return .map(try type()) }
    if scanner.consume("(") { return try fieldsOrValues() }
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

  mutating func structure() throws(DescriptionError) -> Structure {
    let start = scanner.position
    guard case .structure(let structure) = try structureOrEnumeration() else {
      throw scanner.error("expected fields with types, found an enumeration", at: start)
    }
    return structure
  }

  mutating func structureOrEnumeration() throws(DescriptionError) -> ValueType {
    try expect("(")
    return try fieldsOrValues()
  }

  /// Reads the text after a `(`. If a colon follows the first name, or if nothing does, it is a structure; otherwise an
  /// enumeration.
  private mutating func fieldsOrValues() throws(DescriptionError) -> ValueType {
    if scanner.consume(")") { return .structure(Structure(fields: [])) }
    let first = try fieldName(knowing: [])
    return scanner.consume(":") ? try fields(first) : try values(first)
  }

  private typealias NamedPlace = (documentation: String, name: String)

  private mutating func fields(_ first: NamedPlace) throws(DescriptionError) -> ValueType {
    var fields = [
      Structure.Field(name: first.name, type: try type(), documentation: first.documentation)
    ]
    while scanner.consume(",") {
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
    while scanner.consume(",") {
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

  mutating func name(
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

  mutating func expect(_ text: String) throws(DescriptionError) {
    guard scanner.consume(text) else {
      throw scanner.error("expected '\(text)', found \(scanner.next())")
    }
  }
}
