/// A log message with values, each with its privacy, with the name of Apple's type.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  var parts: [Part]

  enum Part: Sendable {
    case text(String)
    /// A value, whether it is hidden, and its mask.
    case value(String, isPrivate: Bool, mask: OSLogPrivacy.Mask)
  }

  /// Creates a message without values.
  public init(stringLiteral value: String) { parts = [.text(value)] }

  /// Creates a message with values.
  public init(stringInterpolation: OSLogInterpolation) { parts = stringInterpolation.parts }

  /// Returns the message, with masks in place of private values unless `showsPrivate`.
  func text(showsPrivate: Bool) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .value(let text, let isPrivate, let mask):
        if showsPrivate || !isPrivate { return text }
        return mask == .none ? "<private>" : "<mask.hash: '\(Self.hash(text))'>"
      }
    }.joined()
  }

  /// Returns a number that is the same for equal texts. Its seed is random in each process, so that it cannot be
  /// compared with the hashes of guessed values.
  private static func hash(_ text: String) -> String {
    var hasher = Hasher()
    hasher.combine(text)
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }
}

/// The values of a log message, with the name of Apple's type.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  var parts: [OSLogMessage.Part] = []

  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// Adds text, which is always shown.
  public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

  /// Adds an integer, shown by default.
  public mutating func appendInterpolation(
    _ number: some FixedWidthInteger, format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) { add(align.apply(format.text(number)), privacy, isPrivate: false) }

  /// Adds a number, shown by default.
  public mutating func appendInterpolation(
    _ number: Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { add(align.apply(format.text(number)), privacy, isPrivate: false) }

  /// Adds a number, shown by default.
  public mutating func appendInterpolation(
    _ number: Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { add(align.apply(format.text(Double(number))), privacy, isPrivate: false) }

  /// Adds a truth value, shown by default.
  public mutating func appendInterpolation(
    _ value: Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
  ) { add(format.text(value), privacy, isPrivate: false) }

  /// Adds a text, hidden by default.
  public mutating func appendInterpolation(
    _ text: String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) { add(align.apply(text), privacy, isPrivate: true) }

  /// Adds the description of a value, hidden by default. The other methods are preferred.
  @_disfavoredOverload public mutating func appendInterpolation(
    _ value: some CustomStringConvertible, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) { add(align.apply(value.description), privacy, isPrivate: true) }

  /// Adds an error, hidden by default.
  public mutating func appendInterpolation(_ error: any Error, privacy: OSLogPrivacy = .auto) {
    add("\(error)", privacy, isPrivate: true)
  }

  /// Adds the name of a type, hidden by default.
  public mutating func appendInterpolation(_ type: Any.Type, privacy: OSLogPrivacy = .auto) {
    add("\(type)", privacy, isPrivate: true)
  }

  /// Adds a value. `isPrivate` applies if `privacy` is `auto`, which leaves the decision to the value's type.
  private mutating func add(_ text: String, _ privacy: OSLogPrivacy, isPrivate: Bool) {
    parts.append(.value(text, isPrivate: privacy.isPrivate ?? isPrivate, mask: privacy.mask))
  }
}
