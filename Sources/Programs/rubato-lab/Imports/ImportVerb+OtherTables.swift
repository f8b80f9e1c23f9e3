import Files
import Terminal
import Translation
import Verbs
import Vocabulary

// Tables of other schedulers that were named without their option.
extension ImportVerb {
  /// The largest number of bytes of a file that is examined.
  private static let longest = 4 * 1024 * 1024

  /// Throws a refusal that names the option for a crontab or a timer, if no request of the files is valid and one of
  /// them is such a file.
  func refuseOtherTables(_ entries: [SubmittedFiles.Entry]) throws(Failure) {
    let hasRequest = entries.contains { entry in
      if case .success = entry.task { true } else { false }
    }
    if hasRequest { return }
    for file in files where file != "-" && !file.hasSuffix("/") {
      if file.hasSuffix(".timer") {
        throw Self.refusal(of: file, "a timer of systemd", option: "--timers")
      }
      if Self.isCrontab(file) { throw Self.refusal(of: file, "a crontab", option: "--crontab") }
    }
  }

  /// Whether at least one line of the file is an entry of a crontab, and no line is refused by cron.
  private static func isCrontab(_ file: String) -> Bool {
    guard let bytes = try? TextFile.bytes(file, limit: longest) else { return false }
    var usedIDs: Set<String> = []
    let form = Crontab.Form(path: file)
    let translation = Crontab.translate(bytes, file: file, form, .ofCaller, used: &usedIDs)
    return translation.malformed.isEmpty && translation.items.contains { $0.task != nil }
  }

  /// Returns the refusal of a file whose requests are imported with `option`.
  private static func refusal(of file: String, _ kind: String, option: String) -> Failure {
    // A timer is named by its path: a word without a slash is the name of a loaded timer.
    let isName = option == "--timers" && !file.contains("/")
    let word = ShellText.quoted(isName ? "./\(file)" : file).visible
    return .refused(
      "\(file.visible) is \(kind); to import it: `rubatoctl import \(option) \(word)`")
  }
}
