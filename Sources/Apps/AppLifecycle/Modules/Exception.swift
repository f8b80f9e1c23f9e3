import Foundation

/// An error of a module's function, with Expo's name: derive from it, and override `reason`.
open class Exception: LocalizedError, CustomStringConvertible, @unchecked Sendable {
  private let givenName: String?
  private let givenReason: String?
  private let givenCode: String?

  /// Creates an exception that its class describes.
  public init() {
    (givenName, givenReason, givenCode) = (nil, nil, nil)
  }

  /// Creates an exception without a class of its own.
  ///
  /// - Parameters:
  ///   - name: The name of the exception.
  ///   - description: The reason.
  ///   - code: The code that identifies the exception; derived from the name if omitted.
  public init(name: String, description: String, code: String? = nil) {
    (givenName, givenReason, givenCode) = (name, description, code)
  }

  /// The name of the exception; by default the name of its class.
  open var name: String { givenName ?? "\(type(of: self))" }

  /// The reason for the exception.
  open var reason: String { givenReason ?? "undefined reason" }

  /// The code that identifies the exception: for a class `NetworkFailedException` this is `ERR_NETWORK_FAILED`.
  open var code: String { givenCode ?? Self.code(of: name) }

  /// The name and the reason.
  open var description: String { "\(name): \(reason)" }

  /// The reason.
  open var errorDescription: String? { reason }

  /// Returns the code for the name of a class: `NetworkFailedException` becomes `ERR_NETWORK_FAILED`. Generic arguments
  /// and a suffix `Exception` or `Error` are left out.
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

/// An exception about a value, with Expo's name.
open class GenericException<ParamType>: Exception, @unchecked Sendable {
  /// The value that the exception is about.
  public let param: ParamType

  /// Creates an exception about `param`.
  public init(_ param: ParamType) {
    self.param = param
    super.init()
  }
}
