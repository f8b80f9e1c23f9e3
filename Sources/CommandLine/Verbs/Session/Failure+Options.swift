import Control

extension Failure {
  /// Returns a refusal of `submit` that names the typed option instead of the field.
  func namingOption() -> Failure { naming(Self.submitOptions) }

  /// - Parameter options: The option for each field of the call.
  package func naming(_ options: [String: String]) -> Failure {
    guard case .refused(let error, var parameters) = self else { return self }
    if let field = parameters.field, let option = options[field],
      parameters.message.hasPrefix("\(field) ")
    {
      parameters.message = option + parameters.message.dropFirst(field.count)
    }
    parameters.message = Self.naming(options, in: parameters.message)
    return .refused(error: error, parameters)
  }

  /// Returns `message` with options in place of other fields. A name with a capital in its middle, such as updateDelay,
  /// is not an English word.
  private static func naming(_ options: [String: String], in message: String) -> String {
    var (text, word) = ("", "")
    for character in message {
      if character.isLetter {
        word.append(character)
      } else {
        text += named(word, options) + String(character)
        word = ""
      }
    }
    return text + named(word, options)
  }

  private static func named(_ word: String, _ options: [String: String]) -> String {
    word.dropFirst().contains(where: \.isUppercase) ? options[word] ?? word : word
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
