/// A type of the interface description language.
package indirect enum ValueType: Sendable, Equatable {
  case bool
  case int
  case float
  case string
  /// Any JSON object.
  case object
  /// Any JSON value but null.
  case any
  /// A type declared in the interface, by its name.
  case named(String)
  case structure(Structure)
  case enumeration(Enumeration)
  case array(ValueType)
  case map(ValueType)
  case nullable(ValueType)
}

/// An object with named fields.
package struct Structure: Sendable, Equatable {
  package let fields: [Field]
  /// The indices of the fields that must be present.
  let required: [Int]

  /// Creates a structure. Fields whose types are not nullable are required.
  package init(fields: [Field]) {
    self.fields = fields
    required = fields.indices.filter { index in
      if case .nullable = fields[index].type { false } else { true }
    }
  }

  package struct Field: Sendable, Equatable {
    package let name: String
    package let type: ValueType
    /// The comment above it, without the `#`; empty if there is none.
    package let documentation: String
  }
}

/// A string that is one of some names.
package struct Enumeration: Sendable, Equatable {
  package let values: [Value]

  package struct Value: Sendable, Equatable {
    package let name: String
    /// The comment above it, without the `#`; empty if there is none.
    package let documentation: String
  }
}
