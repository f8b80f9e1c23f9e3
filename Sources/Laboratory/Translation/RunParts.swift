/// Entries that run the directories of packages, such as `/etc/cron.daily`.
enum RunParts {
  /// Returns the directory that a command runs with run-parts; `nil` if it runs none.
  static func directory(in command: String) -> String? {
    guard command.contains("run-parts") else { return nil }
    let words = command.split { " \t;&|(){}'\"".contains($0) }
    let directory = words.first { $0.hasPrefix("/etc/cron.") }
    return directory.map { String($0) }
  }

  /// Returns the reason why the entry stays, and the remedy.
  static func reasonToKeep(_ directory: String, scheduler: String) -> String {
    let name = directory.split(separator: ".").last.map { String($0) } ?? ""
    let dates = ["hourly", "daily", "weekly", "monthly"].contains(name) ? name : "daily"
    return
      "it runs the scripts of \(directory), which belong to packages; keep it in \(scheduler), or"
      + " submit single scripts, such as: rubatoctl submit --on \(dates) -- \(directory)/NAME"
  }
}
