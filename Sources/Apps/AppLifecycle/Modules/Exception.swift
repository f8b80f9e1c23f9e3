import Foundation

/// What a function of a module throws, with Expo's name: derive from it, and override `reason`.
open class Exception: LocalizedError, CustomStringConvertible, @unchecked Sendable {
  private let givenName: String?
  private let givenReason: String?
  private let givenCode: String?

  /// One whose class says what it is.
  public init() {
    (givenName, givenReason, givenCode) = (nil, nil, nil)
  }

  /// One that is no class of its own.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - description: What went wrong.
  ///   - code: What others tell it by; made of its name unless given.
  public init(name: String, description: String, code: String? = nil) {
    (givenName, givenReason, givenCode) = (name, description, code)
  }

  /// What it is called: its class, unless given.
  open var name: String { givenName ?? "\(type(of: self))" }

  /// What went wrong.
  open var reason: String { givenReason ?? "undefined reason" }

  /// What others tell it by: of a class `NetworkFailedException` this is `ERR_NETWORK_FAILED`.
  open var code: String { givenCode ?? Self.code(of: name) }

  /// Its name, and what went wrong.
  open var description: String { "\(name): \(reason)" }

  /// What went wrong.
  open var errorDescription: String? { reason }

  private static func code(of name: String) -> String {
    let stem = name.prefix { $0 != "<" }
    let suffix = ["Exception", "Error"].first { stem.hasSuffix($0) } ?? ""
    var words = ""
    var isAfterSmallLetter = false
    for letter in stem.dropLast(suffix.count) {
      if letter.isUppercase, isAfterSmallLetter { words += "_" }
      isAfterSmallLetter = !letter.isUppercase
      words += letter.uppercased()
    }
    return "ERR_\(words)"
  }
}

/// An exception that is about a value, with Expo's name.
open class GenericException<ParamType>: Exception, @unchecked Sendable {
  /// What it is about.
  public let param: ParamType

  /// One about `param`.
  public init(_ param: ParamType) {
    self.param = param
    super.init()
  }
}
