import AtomicFiles
import FoundationEssentials
import Studies
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A file with the result of a population or of a shard, complete or not.
struct PopulationFile {
  /// The largest size of a file, in bytes: that of a shard with thousands of tasks.
  private static let longest = 1_000_000_000

  let path: String

  /// Returns the result in the file. Throws an error if the file has something else.
  func read() throws(Failure) -> PopulationResult {
    let text = try TextFile.read(path, limit: Self.longest)
    do {
      return try JSONDecoder().decode(PopulationResult.self, from: Data(text.utf8))
    } catch {
      throw .refused(
        "\(path) is not a shard of a population; create one with"
          + " `rubatoctl simulate --population NUMBER --shard 1/16 --output FILE`")
    }
  }

  /// Returns the result that an earlier simulation has left in the file, from which a simulation continues; `nil` if
  /// the file does not exist or is empty. Throws an error if the file has a different result.
  ///
  /// - Parameter present: The result without devices.
  func earlier(of present: PopulationResult) throws(Failure) -> PopulationResult? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let code = errno
      if code == ENOENT { return nil }
      throw .refused(
        "\(path) cannot be read: \(String(cString: strerror(code))); name another with --output")
    }
    guard status.st_size > 0 else { return nil }
    var earlier = try read()
    if let difference = present.difference(from: earlier) {
      throw .refused(
        "\(path) was made with \(difference.earlier), and this simulation has"
          + " \(difference.present); remove the file, or name another with --output")
    }
    guard earlier.isConsistent else {
      throw .refused("\(path) is damaged; remove the file, or name another with --output")
    }
    // The words of the command can differ without an effect on the result: the present ones apply.
    earlier.terms = present.terms
    // The whole population and shard 1/1 are the same devices.
    earlier.shard = present.shard
    return earlier
  }

  /// Removes new versions of the file that killed simulations did not complete.
  func removeRemains() { AtomicFile.removeRemains(of: path) }

  /// Replaces the file, and returns when that is on disk. The text is that of `--json`.
  func write(_ result: PopulationResult) throws(Failure) {
    // The mask can be read only by setting another one.
    let mask = umask(0o077)
    umask(mask)
    do throws(AtomicFileError) {
      let bytes = Array((JSONLayout.compact(result) + "\n").utf8)
      try AtomicFile.replace(path, by: bytes, mode: 0o666 & ~mask)
    } catch {
      throw .refused("\(error.description)")
    }
  }
}
