import Glibc
import Scheduling

/// The kept output of runs: a directory for each, and in it at most two files, each named after the offset of its
/// first byte. The supervisors write them; a run without output has none.
package struct OutputStore: Sendable {
  let directory: String

  /// - Parameter directory: The directory of the output; created if it is missing, for its owner only.
  package init(directory: String) throws(LaunchError) {
    self.directory = directory
    let error = SmallFile.makeDirectories(directory, mode: 0o700)
    if error != 0 { throw .system("cannot create the directory for output \(directory)", error) }
  }

  /// Returns the output of a run from an offset; without an offset, the newest output. It has at most `limitBytes`
  /// bytes, and is empty if there is none.
  package func read(of id: LaunchID, from offset: Int64?, limitBytes: Int) throws(LaunchError)
    -> RunOutput
  {
    let segments = self.segments(of: id)
    guard let first = segments.first, let last = segments.last else { return .empty() }
    let end = last.end
    let newestPieceStart = end - Int64(limitBytes)
    let requestedStart = offset ?? newestPieceStart
    // Older output than that of the first file has been dropped.
    let pieceStart = max(first.start, requestedStart)
    guard pieceStart < end else { return .empty(at: end) }
    var output = RunOutput(bytes: [], start: pieceStart, end: end)
    for segment in segments where segment.end > pieceStart {
      let partStart = max(pieceStart, segment.start)
      // The requested start can be in a gap of lost output.
      if output.bytes.isEmpty { output.start = partStart }
      let partFollowsPiece = partStart == output.start + Int64(output.bytes.count)
      // A gap of lost output ends the piece: the caller continues after it.
      guard partFollowsPiece else { break }
      let room = limitBytes - output.bytes.count
      output.bytes += try bytes(of: segment, in: id, from: partStart, limitBytes: room)
    }
    return output
  }

  /// The place at which a later step of a run continues the output.
  struct Tail: Equatable {
    /// The end of the kept output, in bytes from the start of the run's whole output.
    var end: Int64 = 0
    /// The name of the newest file, and of the one before: the offset of its first byte. `nil` if there is none.
    var newestFile: Int64?
    var olderFile: Int64?
  }

  /// Returns the place at which the next step of a run continues the output.
  func tail(of id: LaunchID) -> Tail {
    let segments = self.segments(of: id)
    return Tail(
      end: segments.last?.end ?? 0, newestFile: segments.last?.start,
      olderFile: segments.dropLast().last?.start)
  }

  /// Returns the last lines of the output, for a terminal; empty if they cannot be read.
  package func lastLines(of id: LaunchID, limit: Int = KillReportCollector.lastLines)
    -> [String]
  {
    guard let output = try? read(of: id, from: nil, limitBytes: 16_384) else { return [] }
    return PlainText.lastLines(of: output.bytes, isWhole: output.start == 0, limit: limit)
  }

  /// Deletes the output of the run.
  package func forget(_ id: LaunchID) throws(LaunchError) {
    let path = self.path(of: id)
    for name in SmallFile.names(in: path) { unlink("\(path)/\(name)") }
    if rmdir(path) != 0, errno != ENOENT { throw .system("cannot remove \(path)", errno) }
  }

  /// Returns the runs with kept output, in order.
  package func runs() -> [RunID] {
    SmallFile.names(in: directory).compactMap { LaunchID(name: $0)?.run }.sorted()
  }

  /// Returns the number of kept bytes of the run.
  package func bytes(of id: LaunchID) -> Int64 { segments(of: id).reduce(0) { $0 + $1.size } }

  private func path(of id: LaunchID) -> String { "\(directory)/\(id.name)" }

  /// A file with a part of the output.
  private struct Segment {
    /// The offset of its first byte in the whole output, which is also its name.
    var start: Int64
    var size: Int64
    var end: Int64 { start + size }
  }

  /// Returns the files with the output of a run, in order; empty if there is no output.
  private func segments(of id: LaunchID) -> [Segment] {
    let path = self.path(of: id)
    return SmallFile.names(in: path).compactMap { Int64($0) }.sorted().compactMap { start in
      var status = stat()
      guard stat("\(path)/\(start)", &status) == 0 else { return nil }
      return Segment(start: start, size: Int64(status.st_size))
    }
  }

  /// Reads a part of one file, from an offset of the whole output. Returns no bytes if the file was dropped meanwhile.
  private func bytes(of segment: Segment, in id: LaunchID, from: Int64, limitBytes: Int)
    throws(LaunchError) -> [UInt8]
  {
    let path = "\(self.path(of: id))/\(segment.start)"
    guard let file = OwnedDescriptor.open(path, O_RDONLY) else {
      // The file was dropped since it was listed: there is newer output in its place.
      if errno == ENOENT { return [] }
      throw .system("cannot read \(path)", errno)
    }
    let length = max(0, min(limitBytes, Int(segment.end - from)))
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = max(0, pread(file.raw, buffer.baseAddress, length, off_t(from - segment.start)))
    }
  }
}
