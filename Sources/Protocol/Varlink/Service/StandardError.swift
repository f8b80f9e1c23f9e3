/// The errors of `org.varlink.service`, which every method may return.
package enum StandardError: Error, Sendable, Equatable {
  case interfaceNotFound(interface: String)
  /// The parameter is the method's fully qualified name, as in the next case.
  case methodNotFound(method: String)
  case methodNotImplemented(method: String)
  /// `message` describes the problem. The published interface does not have it, but a nullable field may be added.
  case invalidParameter(parameter: String, message: String?)
  case permissionDenied
  case expectedMore
  case expectedUpgrade
}

extension StandardError {
  /// Makes the error that is sent for a parameter that does not match the interface.
  package init(_ error: InvalidParameter) {
    self = .invalidParameter(parameter: error.path, message: "\(error)")
  }

  /// The fully qualified name.
  package var name: String { ServiceInterface.name + "." + shortName }

  /// The name without its interface.
  private var shortName: String {
    switch self {
    case .interfaceNotFound: "InterfaceNotFound"
    case .methodNotFound: "MethodNotFound"
    case .methodNotImplemented: "MethodNotImplemented"
    case .invalidParameter: "InvalidParameter"
    case .permissionDenied: "PermissionDenied"
    case .expectedMore: "ExpectedMore"
    case .expectedUpgrade: "ExpectedUpgrade"
    }
  }

  /// The error's parameters.
  package var parameters: Parameters {
    switch self {
    case .interfaceNotFound(let interface): Parameters(interface: interface)
    case .methodNotFound(let method), .methodNotImplemented(let method): Parameters(method: method)
    case .invalidParameter(let parameter, let message):
      Parameters(parameter: parameter, message: message)
    case .permissionDenied, .expectedMore, .expectedUpgrade: Parameters()
    }
  }

  /// The parameters of all these errors, each with its own.
  package struct Parameters: Codable, Sendable, Equatable {
    package var interface: String?
    package var method: String?
    package var parameter: String?
    package var message: String?
  }
}

extension StandardError {
  /// Creates the standard error from an error that a server sent. `nil` if its name is that of no standard error, or
  /// if its parameters have the wrong types. A missing name is read as an empty text.
  package init?(_ error: RemoteError) {
    guard let parameters = try? error.parameters.decode(as: Parameters.self) else { return nil }
    // Every standard error, each with those of the sent parameters that it has.
    let standardErrors: [StandardError] = [
      .interfaceNotFound(interface: parameters.interface ?? ""),
      .methodNotFound(method: parameters.method ?? ""),
      .methodNotImplemented(method: parameters.method ?? ""),
      .invalidParameter(parameter: parameters.parameter ?? "", message: parameters.message),
      .permissionDenied, .expectedMore, .expectedUpgrade,
    ]
    guard let match = standardErrors.first(where: { $0.name == error.name }) else { return nil }
    self = match
  }
}
