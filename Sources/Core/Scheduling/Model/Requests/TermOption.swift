/// One option of `submit` that is stored in ``Terms``: its names, and how terms are compared and copied by it.
package struct TermOption: Sendable {
  /// The field in a call of the interface.
  package let field: String
  /// The option on the command line, without its dashes.
  package let flag: String
  /// The key in a task file; `nil` if it is not allowed there.
  package let key: String?
  /// Returns the value as users type it; `nil` if it is the default.
  private let value: @Sendable (Terms) -> GivenOption.Value?
  fileprivate let isSame: @Sendable (Terms, Terms) -> Bool
  fileprivate let copy: @Sendable (Terms, inout Terms) -> Void

  /// Creates the option for the term that `get` returns and `set` changes. They are closures, since key paths are slow
  /// and every option is read for each request of a batch.
  ///
  /// - Parameter words: Returns the value as users type it.
  init<Value: Equatable & Sendable>(
    _ field: String, flag: String, key: String? = nil,
    get: @escaping @Sendable (Terms) -> Value,
    set: @escaping @Sendable (inout Terms, Value) -> Void,
    words: @escaping @Sendable (Value) -> GivenOption.Value?
  ) {
    (self.field, self.flag, self.key) = (field, flag, key)
    // A term with the usual value was not given, so it has no words.
    let usual = get(.usual)
    value = { terms in
      let value = get(terms)
      return value == usual ? nil : words(value)
    }
    isSame = { get($0) == get($1) }
    copy = { source, target in set(&target, get(source)) }
  }

  /// Returns the option with its value; `nil` if it has its default.
  func given(in terms: Terms) -> GivenOption? {
    value(terms).map { GivenOption(field: field, flag: flag, key: key, value: $0) }
  }
}

extension Terms {
  /// The terms of a submission without options.
  static let usual = Terms(Command(arguments: []))

  /// The options that do not have their defaults.
  package var givenOptions: [GivenOption] { Self.options.compactMap { $0.given(in: self) } }

  /// Copies all options of `other` except options with the fields of `except`.
  package mutating func keepOptions(of other: Terms, except: Set<String>) {
    for option in Self.options where !except.contains(option.field) { option.copy(other, &self) }
  }

  /// Returns the fields of the options that differ.
  package func fields(differingFrom other: Terms) -> [String] {
    Self.options.filter { !$0.isSame(self, other) }.map(\.field)
  }
}
