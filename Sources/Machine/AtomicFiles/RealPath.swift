#if canImport(Glibc)
  import Glibc
#endif

/// Paths without symbolic links (realpath(3)).
package enum RealPath {
  /// Returns the absolute path of an existing file, without links and `..`; `nil` if the path cannot be resolved. The
  /// reason is in `errno` then.
  package static func resolve(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
