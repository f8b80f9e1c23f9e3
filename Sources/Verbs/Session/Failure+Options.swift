import Control

extension Failure {
  /// A refusal of `submit` that names the option at fault, as it is typed, instead of the field.
  func namingOption() -> Failure { naming(Self.submitOptions) }

  /// - Parameter options: The option that fills a field of the call.
  package func naming(_ options: [String: String]) -> Failure {
    guard case .refused(let error, var parameters) = self, let field = parameters.field,
      let option = options[field], parameters.message.hasPrefix("\(field) ")
    else { return self }
    parameters.message = option + parameters.message.dropFirst(field.count)
    return .refused(error: error, parameters)
  }

  private static let submitOptions = SubmitTerms.optionOfField.merging(
    [
      "command.signal": "--signal", "command.directory": "--directory",
      "command.unit": "--unit", "command.steps": "--step", "command.steps.name": "--step",
      "command.steps.limit": "--step-limit", "limits.memoryBytes": "--limit memory",
      "limits.tasks": "--limit tasks", "limits.cpuPercent": "--limit cpu",
      "limits.cpuWeight": "--limit cpu-weight", "limits.ioWeight": "--limit io-weight",
    ]) { option, _ in option }
}
