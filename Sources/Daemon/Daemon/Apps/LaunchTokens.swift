import Glibc
import Launch
import Scheduling

/// The tokens that distinguish the launches of apps. Each started process has a random token, and shows it when it
/// attaches. The token is void when the process has ended. Used on the engine's loop only.
///
/// Each token is a file in a directory that only the daemon can enter. A process that continues while the daemon is
/// restarted is therefore known to the next daemon.
final class LaunchTokens {
  private let directory: String
  private var tokens: [RunID: String] = [:]

  /// Reads the tokens of `processes` from `directory`, which is created if it does not exist. Deletes all other files
  /// there.
  ///
  /// - Parameter processes: The processes whose tokens stay valid.
  init(directory: String, of processes: [AppProcess]) throws(DaemonError) {
    self.directory = directory
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST, chmod(directory, 0o700) == 0 else {
      throw DaemonError("cannot create \(directory): \(String(cString: strerror(errno)))")
    }
    let known = Set(processes.map(\.id))
    for name in SmallFile.names(in: directory) {
      if let process = RunID(name), known.contains(process), let token = read(process) {
        tokens[process] = token
      } else {
        unlink("\(directory)/\(name)")
      }
    }
  }

  /// Returns the path of the file with the token of a process.
  private func path(of process: RunID) -> String { "\(directory)/\(process)" }

  /// Returns the stored token of `process`; `nil` if its file is missing or does not have the length of a token.
  private func read(_ process: RunID) -> String? {
    let text = SmallFile.read(path(of: process))
    return text?.utf8.count == Self.length ? text : nil
  }

  /// 128 bits in hexadecimal digits.
  private static let length = 32

  /// Makes a random token for a process that is about to be started, and stores it in memory and in a file. Returns the
  /// text that the process must show: its number, `-` and the token.
  func make(for process: RunID) throws(LaunchError) -> String {
    // The generator of the system, which is the kernel's (getrandom(2)).
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<Self.length).map { _ in
      String(UInt8.random(in: 0..<16, using: &generator), radix: 16)
    }
    let token = digits.joined()
    let file = Glibc.open(path(of: process), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system("cannot write \(path(of: process))", errno) }
    defer { Glibc.close(file) }
    guard Glibc.write(file, token, Self.length) == Self.length else {
      throw .system("cannot write \(path(of: process))", errno)
    }
    tokens[process] = token
    return "\(process)-\(token)"
  }

  /// Returns the process for which `make` returned the text `token`; `nil` if there is none, or if it has ended.
  func process(of token: String) -> RunID? {
    let parts = token.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let process = RunID(parts[0]), let known = tokens[process],
      Self.areEqual(known, parts[1])
    else { return nil }
    return process
  }

  /// Returns whether two tokens are equal. Comparing tokens of equal length takes constant time, so that the time does
  /// not reveal the first difference.
  private static func areEqual(_ one: String, _ other: Substring) -> Bool {
    guard one.utf8.count == other.utf8.count else { return false }
    // Each pair of different bytes sets at least one bit.
    var differences: UInt8 = 0
    for (byte, otherByte) in zip(one.utf8, other.utf8) { differences |= byte ^ otherByte }
    return differences == 0
  }

  /// Makes the token of a process void, and deletes its file. Called when the process has ended.
  func forget(_ process: RunID) {
    if tokens.removeValue(forKey: process) != nil { unlink(path(of: process)) }
  }
}
