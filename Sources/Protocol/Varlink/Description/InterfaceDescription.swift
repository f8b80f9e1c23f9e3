/// An interface as its description (a `.varlink` text) declares it.
package struct InterfaceDescription: Sendable {
  /// The name in reverse-domain notation.
  package let name: String
  /// The comment above it, without the `#`; empty if there is none.
  package let documentation: String
  /// The members in the order of the text.
  package let members: [Member]
  /// The source text, as GetInterfaceDescription returns it.
  package let text: String

  /// The types declared in it, by name.
  let types: [String: ValueType]

  /// A declaration. Types, methods and errors share one namespace.
  package struct Member: Sendable, Equatable {
    package let name: String
    package let documentation: String
    package let kind: Kind

    package enum Kind: Sendable, Equatable {
      /// A structure or an enumeration.
      case type(ValueType)
      case method(input: Structure, output: Structure)
      case error(Structure)
    }
  }

  /// Reads a description; errors name line and column.
  package init(_ text: String) throws(DescriptionError) {
    var parser = DescriptionParser(text)
    self = try parser.readInterface(text)
  }

  /// Makes the description that a parser has read, and collects the declared types for checks of parameters.
  init(name: String, documentation: String, members: [Member], text: String) {
    self.name = name
    self.documentation = documentation
    self.members = members
    self.text = text
    var types: [String: ValueType] = [:]
    for member in members {
      if case .type(let type) = member.kind { types[member.name] = type }
    }
    self.types = types
  }

  /// Returns the declaration of that name; `nil` if there is none.
  package func member(_ name: String) -> Member? { members.first { $0.name == name } }

  /// Returns the input of a method; `nil` if the interface declares no such method.
  package func input(ofMethod name: String) -> Structure? {
    guard case .method(let input, _) = member(name)?.kind else { return nil }
    return input
  }

  /// Returns the output of a method; `nil` if the interface declares no such method.
  package func output(ofMethod name: String) -> Structure? {
    guard case .method(_, let output) = member(name)?.kind else { return nil }
    return output
  }
}

/// The place and the reason why a text is not an interface description.
package struct DescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line and the column (in characters), both counted from 1.
  package let line: Int
  package let column: Int
  package let problem: String

  package var description: String { "line \(line), column \(column): \(problem)" }
}
