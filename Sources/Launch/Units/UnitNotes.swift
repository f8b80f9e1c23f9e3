import Glibc

/// Which starts of units a run was: a line for each, in a file beside the output of other
/// launchers. By these ids the journal is asked for its output, and none of an earlier run with the
/// same number is mistaken for it.
struct UnitNotes {
  let directory: String

  func add(_ invocation: String, run: Int64) {
    let path = self.path(of: run)
    guard !invocations(of: run).contains(invocation) else { return }
    mkdir("\(directory)/\(run)", 0o700)
    let flags = O_WRONLY | O_CREAT | O_APPEND
    guard let file = OwnedDescriptor.open(path, flags, mode: 0o600) else { return }
    // A note that cannot be written, as on a full disk, costs the run's output, not the run.
    let line = invocation + "\n"
    _ = Glibc.write(file.raw, line, line.utf8.count)
  }

  func invocations(of run: Int64) -> [String] {
    (SmallFile.read(path(of: run)) ?? "").split(separator: "\n").map { String($0) }
  }

  private func path(of run: Int64) -> String { "\(directory)/\(run)/units" }
}
