import Scheduling
import Simulation
import Studies
import Terminal

/// The devices of a population that break promises, for people.
enum AnswerText {
  /// Returns a block of lines for each promise that a device breaks: the promise, the traits that separate these
  /// devices, and the commands that show the worst of them. Empty for a shard.
  static func blocks(_ result: PopulationResult, on screen: Screen) -> [[String]] {
    // The answers are in the order of the tallies.
    zip(result.answers, result.result.promises ?? []).compactMap { answer, tally in
      answer.worst.isEmpty ? nil : block(answer, tally, on: screen)
    }
  }

  /// Returns the lines of one promise.
  private static func block(
    _ answer: PopulationAnswer, _ tally: PromiseTally, on screen: Screen
  ) -> [String] {
    let commands = answer.worst.map { device in
      "  \(device.measured.visible): \(commandText(device.command))"
    }
    let splitLines = splits(answer).map { screen.wrap("  \($0)", indent: 4) }
    return [screen.wrap(tally.sentence.visible)] + splitLines + commands
  }

  /// Returns the command line of these words.
  static func commandText(_ words: [String]) -> String {
    words.map(ShellText.quoted).joined(separator: " ").visible
  }

  /// Returns a line for each separating trait, or a line that there is none. Empty if the devices do not differ, or if
  /// all of them break the promise.
  static func splits(_ answer: PopulationAnswer) -> [String] {
    guard answer.triedSplits > 0, answer.kept > 0 else { return [] }
    guard !answer.splits.isEmpty else {
      return ["No trait separates these devices (\(answer.triedSplits) splits tried)."]
    }
    return answer.splits.map { split in
      "\(split.groupText): \(split.marked) of \(split.devices) devices break it, of the others"
        + " \(split.othersMarked) of \(split.others)"
    }
  }
}

extension TraitSplit {
  /// The group with more marked devices: `no-wifi`, `opens above 1.80`, `charger-forgotten up to 2.1 %`.
  var groupText: String { cut.text(isAbove: isAbove) }
}

extension TraitCut {
  /// Returns the name of one of the two groups.
  ///
  /// - Parameter isAbove: Whether the group has the greater values.
  func text(isAbove: Bool) -> String {
    if trait.unit == .chance { return (isAbove ? "" : "not ") + trait.rawValue }
    return "\(trait.rawValue) \(isAbove ? "above" : "up to") \(trait.text(value))"
  }
}

extension ShareInterval {
  /// The interval as text: `91.2 to 100.0 %`.
  var text: String {
    "\(DecimalText.fixed(low * 100, digits: 1)) to \(DecimalText.fixed(high * 100, digits: 1)) %"
  }
}
