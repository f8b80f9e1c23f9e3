import Control

extension Failure {
  /// A refusal of `submit` that names the option at fault, as it is typed, instead of the field.
  func namingOption() -> Failure {
    guard case .refused(let error, var parameters) = self, let field = parameters.field,
      let option = Self.option(field), parameters.message.hasPrefix("\(field) ")
    else { return self }
    parameters.message = option + parameters.message.dropFirst(field.count)
    return .refused(error: error, parameters)
  }

  /// The option that fills a field of the call.
  private static func option(_ field: String) -> String? {
    switch field {
    case "id", "app", "kind", "earliest", "latest", "every", "requires", "budget", "grace",
      "group", "retries":
      "--\(field)"
    case "prefers": "--prefer"
    case "atLatest": "--at-latest"
    case "ifPending": "--if-pending"
    case "command.signal": "--signal"
    case "command.directory": "--directory"
    default: nil
    }
  }
}
