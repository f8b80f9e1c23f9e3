extension DescriptionParser {
  /// Reads a type, which `?` makes nullable.
  private mutating func readType() throws(DescriptionError) -> ValueType {
    guard scanner.consume("?") else { return try readNonNullableType() }
    if scanner.consume("?") { throw scanner.error("a type is nullable only once") }
    return .nullable(try readNonNullableType())
  }

  /// Reads a type without `?`: an array, a map, a structure, an enumeration, or a type of one word.
  private mutating func readNonNullableType() throws(DescriptionError) -> ValueType {
    if scanner.consume("[]") { return .array(try readType()) }
    if scanner.consume("[string]") { return .map(try readType()) }
    if scanner.consume("(") { return try readFieldsOrValues() }
    return try readSimpleType()
  }

  /// Reads a type of one word. A word that is no basic type is recorded in `usedTypes`, since its declaration may
  /// follow later.
  private mutating func readSimpleType() throws(DescriptionError) -> ValueType {
    scanner.skipTrivia()
    let start = scanner.position
    // Before the word is consumed, for the text of the error.
    let found = scanner.quotedNextWord()
    let word = scanner.consumeWord()
    switch word {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case "any": return .any
    case _ where Names.isMember(word):
      usedTypes.append((word, start))
      return .named(word)
    default: throw scanner.error("expected a type, found \(found)", at: start)
    }
  }

  /// Reads fields in parentheses. Throws an error if it finds an enumeration.
  mutating func readStructure() throws(DescriptionError) -> Structure {
    let start = scanner.position
    guard case .structure(let structure) = try readStructureOrEnumeration() else {
      throw scanner.error("expected fields with types, found an enumeration", at: start)
    }
    return structure
  }

  /// Reads a structure or an enumeration in parentheses.
  mutating func readStructureOrEnumeration() throws(DescriptionError) -> ValueType {
    try expect("(")
    return try readFieldsOrValues()
  }

  /// Reads the text after a `(`. If a colon follows the first name, or if nothing does, it is a structure; otherwise an
  /// enumeration.
  private mutating func readFieldsOrValues() throws(DescriptionError) -> ValueType {
    if scanner.consume(")") { return .structure(Structure(fields: [])) }
    let first = try readFieldName(notIn: [])
    return scanner.consume(":") ? try readFields(from: first) : try readValues(from: first)
  }

  private typealias NamedPlace = (documentation: String, name: String)

  /// Reads a structure from the type of its first field to its closing parenthesis.
  private mutating func readFields(from first: NamedPlace) throws(DescriptionError) -> ValueType {
    var fields = [
      Structure.Field(name: first.name, type: try readType(), documentation: first.documentation)
    ]
    while scanner.consume(",") {
      let field = try readFieldName(notIn: fields.map(\.name))
      try expect(":")
      fields.append(
        .init(name: field.name, type: try readType(), documentation: field.documentation))
    }
    try expect(")")
    return .structure(Structure(fields: fields))
  }

  /// Reads an enumeration from the place after its first value to its closing parenthesis.
  private mutating func readValues(from first: NamedPlace) throws(DescriptionError) -> ValueType {
    var values = [Enumeration.Value(name: first.name, documentation: first.documentation)]
    while scanner.consume(",") {
      let value = try readFieldName(notIn: values.map(\.name))
      values.append(.init(name: value.name, documentation: value.documentation))
    }
    try expect(")")
    return .enumeration(Enumeration(values: values))
  }

  /// Reads the name of a field or a value, with the comment above it. Throws an error if the name is one of the earlier
  /// `names`.
  private mutating func readFieldName(notIn names: [String]) throws(DescriptionError) -> NamedPlace
  {
    let documentation = scanner.consumeDocumentation()
    let start = scanner.position
    let name = try readName("a field name (letters, digits, single underscores)", Names.isField)
    guard !names.contains(name) else {
      throw scanner.error("the field \(name) occurs twice", at: start)
    }
    return (documentation, name)
  }

  /// Reads a name that `isValid` accepts. The first argument describes it for the error; `alsoAllowed` are its
  /// characters other than letters and digits.
  mutating func readName(
    _ expected: String, alsoAllowed: String = "_", _ isValid: (String) -> Bool
  ) throws(DescriptionError) -> String {
    scanner.skipTrivia()
    let start = scanner.position
    // Before the name is consumed, for the text of the error: it can begin with a character that no name has.
    let found = scanner.quotedNextWord()
    let name = scanner.consumeWord(alsoAllowed: alsoAllowed)
    guard isValid(name) else {
      throw scanner.error(
        "expected \(expected), found \(name.isEmpty ? found : "'\(name)'")", at: start)
    }
    return name
  }

  /// Consumes `text`. Throws an error if other text comes next.
  mutating func expect(_ text: String) throws(DescriptionError) {
    guard scanner.consume(text) else {
      throw scanner.error("expected '\(text)', found \(scanner.quotedNextWord())")
    }
  }
}
