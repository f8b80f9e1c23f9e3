import Control
import Vocabulary

extension Failure {
  /// Returns a refusal of `submit` that names the typed option instead of the field.
  ///
  /// - Parameter typed: The typed values of fields that the daemon would name in its own form.
  func namingOption(typed: [String: String] = [:]) -> Failure {
    naming(Self.submitOptions, typed: typed)
  }

  /// Returns the refusal with options in place of the daemon's fields, since a user has typed `--latest` and does not
  /// know the field `latest`. A failure that is no refusal is unchanged.
  ///
  /// - Parameters:
  ///   - options: The option for each field of the call.
  ///   - typed: The typed values of fields that the daemon would name in its own form.
  package func naming(_ options: [String: String], typed: [String: String] = [:]) -> Failure {
    guard case .refused(let error, var parameters) = self else { return self }
    // First the value: the daemon names `every '86400'` where `1d` was typed.
    if let field = parameters.field, let value = parameters.value, let text = typed[field],
      parameters.message.hasPrefix("\(field) '\(value)'")
    {
      let beginning = "\(field) '\(value)'"
      let rest = parameters.message.dropFirst(beginning.count)
      parameters.message = "\(field) '\(text)'\(rest)"
      parameters.value = text
    }
    // Then the field at the beginning, whose value follows it.
    if let field = parameters.field, let option = options[field],
      parameters.message.hasPrefix("\(field) ")
    {
      parameters.message = option + parameters.message.dropFirst(field.count)
    }
    // Within the sentence, the daemon writes some fields in backticks, and others as words.
    let withoutBackticks = Refusal.replacingFields(in: parameters.message) { options[$0] }
    parameters.message = Self.replacingFields(in: withoutBackticks, by: options)
    return .refused(error: error, parameters)
  }

  /// Returns `message` with the option in place of each field that is a word of the sentence, without backticks.
  private static func replacingFields(in message: String, by options: [String: String]) -> String {
    var (text, word) = ("", "")
    for character in message {
      if character.isLetter {
        word.append(character)
      } else {
        text += optionOrWord(word, options) + String(character)
        word = ""
      }
    }
    return text + optionOrWord(word, options)
  }

  /// Returns the option for `word` if that is the name of a field with a capital after its first letter, such as
  /// updateDelay; otherwise `word`, which may be an English word.
  private static func optionOrWord(_ word: String, _ options: [String: String]) -> String {
    word.dropFirst().contains(where: \.isUppercase) ? options[word] ?? word : word
  }

  /// The option of `submit` for each field of its call.
  private static let submitOptions = SubmitTerms.optionOfField.merging(
    [
      "command.signal": "--signal", "command.directory": "--directory",
      "command.unit": "--unit", "command.steps": "--step", "command.steps.name": "--step",
      "command.steps.limit": "--step-limit", "limits.memoryBytes": "--limit memory",
      "limits.tasks": "--limit tasks", "limits.cpuPercent": "--limit cpu",
      "limits.cpuWeight": "--limit cpu-weight", "limits.ioWeight": "--limit io-weight",
    ]) { option, _ in option }
}

extension SubmitTerms {
  /// The typed dates, durations and frequencies by their fields.
  var typedTexts: [String: String] {
    [
      "earliest": earliest, "latest": latest, "every": every, "flex": flex, "atMost": atMost,
      "updateDelay": updateDelay, "longestDelay": longestDelay, "budget": budget, "grace": grace,
      "backoffDelay": backoffDelay, "notifyAfter": notifyAfter,
    ].compactMapValues(\.self)
  }
}
