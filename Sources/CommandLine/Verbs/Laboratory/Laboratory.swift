#if canImport(Glibc)
  import Glibc
#endif

/// The program that reads YAML and simulates. With what that needs linked into it, every verb would
/// start later.
enum Laboratory {
  private static let name = "rubato-lab"

  /// Goes on as the other program: the same process, so that its terminal, signals and exit code are
  /// what they would be in this one, and the same words, which it reads again.
  static func takeOver() throws(Failure) -> Never {
    let path = try directory() + "/" + name
    execv(path, CommandLine.unsafeArgv)
    let code = errno
    let problem =
      code == ENOENT ? "is not there" : "cannot be run: \(String(cString: strerror(code)))"
    throw .refused(
      "this verb needs \(name), and \(path) \(problem); install \(name)")
  }

  /// Where this program is, whatever it was called as.
  private static func directory() throws(Failure) -> String {
    guard let link = realpath("/proc/self/exe", nil) else {
      throw .refused(
        "this verb needs \(name), and where it is, /proc does not tell:"
          + " \(String(cString: strerror(errno))); mount /proc")
    }
    defer { free(link) }
    return String(cString: dirname(link))
  }
}
