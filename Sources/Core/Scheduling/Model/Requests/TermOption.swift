/// One option of `submit` that is kept in ``Terms``: how it is called, and how terms are compared and copied by it.
package struct TermOption: Sendable {
  /// In a call of the interface.
  package let field: String
  /// On the command line, without its dashes.
  package let flag: String
  /// In a task file; nil where it cannot stand there.
  package let key: String?
  private let value: @Sendable (Terms) -> GivenOption.Value?
  fileprivate let isSame: @Sendable (Terms, Terms) -> Bool
  fileprivate let copy: @Sendable (Terms, inout Terms) -> Void

  /// - Parameter words: The value as it is typed.
  init<Value: Equatable & Sendable>(
    _ field: String, flag: String, key: String? = nil,
    _ term: any WritableKeyPath<Terms, Value> & Sendable,
    words: @escaping @Sendable (Value) -> GivenOption.Value?
  ) {
    (self.field, self.flag, self.key) = (field, flag, key)
    value = { words($0[keyPath: term]) }
    isSame = { $0[keyPath: term] == $1[keyPath: term] }
    copy = { $1[keyPath: term] = $0[keyPath: term] }
  }

  /// Nil where it is as it is unless given.
  func given(in terms: Terms) -> GivenOption? {
    guard !isSame(terms, .usual), let value = value(terms) else { return nil }
    return GivenOption(field: field, flag: flag, key: key, value: value)
  }
}

extension Terms {
  /// The terms of a submission without options.
  static let usual = Terms(Command(arguments: []))

  /// The options that are not as they are unless given.
  package var givenOptions: [GivenOption] { Self.options.compactMap { $0.given(in: self) } }

  /// Takes over all options but those with the fields of `except`.
  package mutating func keepOptions(of other: Terms, except: Set<String>) {
    for option in Self.options where !except.contains(option.field) { option.copy(other, &self) }
  }

  /// The fields of the options that are not the same.
  package func fields(differingFrom other: Terms) -> [String] {
    Self.options.filter { !$0.isSame(self, other) }.map(\.field)
  }
}
