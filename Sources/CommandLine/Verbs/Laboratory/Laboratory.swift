import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// The program that reads YAML and simulates. It is separate because linking its dependencies would slow the start of
/// every verb.
enum Laboratory {
  private static let name = "rubato-lab"

  /// Replaces this process by `rubato-lab`, which keeps the terminal, signals and exit code, and reads the same words
  /// again. Throws if that program cannot be run.
  static func takeOver() throws(Failure) -> Never {
    let path = try directory() + "/" + name
    execv(path, CommandLine.unsafeArgv)
    let code = errno
    let problem =
      code == ENOENT ? "does not exist" : "cannot be run: \(String(cString: strerror(code)))"
    throw .refused(
      "this verb needs \(name), and \(path) \(problem); install \(name)")
  }

  /// Returns the directory of this program, whatever name it was called by.
  private static func directory() throws(Failure) -> String {
    guard let ownPath = RealPath.resolve("/proc/self/exe") else {
      throw .refused(
        "this verb needs \(name), whose path cannot be read from /proc:"
          + " \(String(cString: strerror(errno))); mount /proc, or allow reading its own link")
    }
    return AtomicFile.parent(of: ownPath)
  }
}
