import Control
import Vocabulary

/// Reads typed steps: `NAME=COMMAND LINE`, or only a command line.
package enum StepList {
  /// Returns the typed steps with their time limits. Their programs are not looked up. A step without a name is named
  /// after its place: `step-1`.
  ///
  /// - Parameters:
  ///   - steps: `NAME=COMMAND LINE` each, or only a command line.
  ///   - limits: `NAME=DURATION` each, or only a duration, which is for all the others.
  /// - Throws: An error if a step has no command, or a limit has no duration or names no step.
  package static func parse(
    _ steps: [String], limits: [String]
  ) throws(InputError) -> [StepInfo] {
    var parsedSteps: [StepInfo] = []
    for (index, text) in steps.enumerated() {
      let (name, line) = splitAtName(text)
      let words = try ShellWords.split(line)
      guard !words.isEmpty else {
        throw InputError("--step '\(text.visible)' has no command; use NAME=COMMAND LINE")
      }
      parsedSteps.append(StepInfo(name: name ?? "step-\(index + 1)", arguments: words))
    }
    try addLimits(limits, to: &parsedSteps)
    return parsedSteps
  }

  /// Sets the time limits of the steps. A duration without a name is for all steps that have no limit yet.
  private static func addLimits(_ limits: [String], to steps: inout [StepInfo]) throws(InputError) {
    for text in limits {
      let (name, length) = splitAtName(text)
      guard let seconds = DurationNotation.parse(length)?.seconds else {
        throw InputError(
          "--step-limit '\(text.visible)' is not allowed; use NAME=DURATION, or a duration for "
            + "every step without one")
      }
      let limited = steps.indices.filter { index in
        if let name { return steps[index].name == name }
        return steps[index].limit == nil
      }
      // A limit for all others may find none left; one with a name must find its step.
      if limited.isEmpty, let name {
        let names = steps.compactMap(\.name).joined(separator: ", ").visible
        throw InputError(
          "--step-limit '\(text.visible)': --step '\(name.visible)' not found; name one of \(names)"
        )
      }
      for index in limited { steps[index].limit = seconds }
    }
  }

  /// Splits `NAME=REST`. The name has only ASCII letters, digits and `._@:-`. Without such a name before the first `=`,
  /// returns `nil` and the whole text.
  private static func splitAtName(_ text: String) -> (name: String?, rest: String) {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex else {
      return (nil, text)
    }
    let name = text[..<equals]
    let isName = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._@:-".contains($0))
    }
    return isName ? (String(name), String(text[text.utf8.index(after: equals)...])) : (nil, text)
  }
}
