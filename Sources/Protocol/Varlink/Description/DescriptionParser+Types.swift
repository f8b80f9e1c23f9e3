extension DescriptionParser {
  /// Reads a type, which `?` makes nullable.
  private mutating func type() throws(DescriptionError) -> ValueType {
    guard scanner.consume("?") else { return try nonNullable() }
    if scanner.consume("?") { throw scanner.error("a type is nullable only once") }
    return .nullable(try nonNullable())
  }

  /// Reads a type without `?`: an array, a map, a structure, an enumeration, or a type of one word.
  private mutating func nonNullable() throws(DescriptionError) -> ValueType {
    if scanner.consume("[]") { return .array(try type()) }
    if scanner.consume("[string]") { return .map(try type()) }
    if scanner.consume("(") { return try fieldsOrValues() }
    return try simpleType()
  }

  /// Reads a type of one word. A word that is no basic type is recorded in `uses`, since its declaration may follow
  /// later.
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

  /// Reads fields in parentheses. Throws an error if it finds an enumeration.
  mutating func structure() throws(DescriptionError) -> Structure {
    let start = scanner.position
    guard case .structure(let structure) = try structureOrEnumeration() else {
      throw scanner.error("expected fields with types, found an enumeration", at: start)
    }
    return structure
  }

  /// Reads a structure or an enumeration in parentheses.
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

  /// Reads a structure from the type of its first field to its closing parenthesis.
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

  /// Reads an enumeration from the place after its first value to its closing parenthesis.
  private mutating func values(_ first: NamedPlace) throws(DescriptionError) -> ValueType {
    var values = [Enumeration.Value(name: first.name, documentation: first.documentation)]
    while scanner.consume(",") {
      let value = try fieldName(knowing: values.map(\.name))
      values.append(.init(name: value.name, documentation: value.documentation))
    }
    try expect(")")
    return .enumeration(Enumeration(values: values))
  }

  /// Reads the name of a field or a value, with the comment above it. Throws an error if the name is one of the earlier
  /// `names`.
  private mutating func fieldName(knowing names: [String]) throws(DescriptionError) -> NamedPlace {
    let documentation = scanner.documentation()
    let start = scanner.position
    let name = try name("a field name (letters, digits, single underscores)", Names.isField)
    guard !names.contains(name) else {
      throw scanner.error("the field \(name) occurs twice", at: start)
    }
    return (documentation, name)
  }

  /// Reads a name that `isValid` accepts. The first argument describes it for the error; `alsoAllowed` are its
  /// characters other than letters and digits.
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

  /// Consumes `text`. Throws an error if other text comes next.
  mutating func expect(_ text: String) throws(DescriptionError) {
    guard scanner.consume(text) else {
      throw scanner.error("expected '\(text)', found \(scanner.next())")
    }
  }
}
