/// The paragraph of a verb's discussion on exit codes that only this verb has. Its page of the manual adds it to the codes
/// of every verb.
package enum ExitCodes {
  /// The paragraph of a verb that waits for its run with `--wait`.
  static let withWait = paragraph("with --wait, also 1 if the run did not complete.")

  /// The paragraph of a verb with `WaitOptions`.
  static let withWaitOptions = paragraph(
    "with --wait, also 1 if the run did not complete; with --exit-code, the code of the command.")

  /// Returns a paragraph that the manual recognises by its beginning.
  package static func paragraph(_ words: String) -> String { "Exit codes: \(words)" }
}
