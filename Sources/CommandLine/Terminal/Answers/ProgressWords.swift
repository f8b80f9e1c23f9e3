/// The progress of work over several runs.
enum ProgressWords {
  /// Returns `2 of 10 steps done` and `40 % done`, as far as they are known.
  ///
  /// - Parameter share: The completed share, from 0 to 1; `nil` if the command did not report one.
  static func parts(stepsDone: Int64, of count: Int64, share: Double?) -> [String] {
    let steps = count > 0 && stepsDone > 0 ? ["\(stepsDone) of \(count) steps done"] : []
    return steps + (share.map { ["\(percent($0)) done"] } ?? [])
  }

  /// Returns the progress as one text; `nil` if none is known.
  static func text(stepsDone: Int64, of count: Int64, share: Double?) -> String? {
    let parts = parts(stepsDone: stepsDone, of: count, share: share)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Returns `40 % done` for a task.
  static func share(_ share: Double) -> String { "\(percent(share)) done" }

  /// Returns a share from 0 to 1 in percent, rounded to one decimal: 0.4 is `40 %`, 0.1234 is `12.3 %`.
  private static func percent(_ share: Double) -> String {
    let tenthsOfPercent = (share * 1000).rounded()
    return "\(DecimalText.short(tenthsOfPercent / 10)) %"
  }
}
