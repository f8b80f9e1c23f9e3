/// Receives the output of a run line by line, and keeps the requested piece.
struct OutputPiece {
  private let firstByte: Int64?
  private let limitBytes: Int
  private var bytes = [UInt8]()
  private let start: Int64
  /// The offset after the last received line.
  private(set) var end: Int64

  /// - Parameters:
  ///   - firstByte: The offset of the first requested byte; `nil` for a piece as near to the end as the limit allows.
  ///   - start: The offset of the first line that follows.
  init(firstByte: Int64?, limitBytes: Int, start: Int64) {
    self.firstByte = firstByte
    self.limitBytes = limitBytes
    self.start = start
    end = start
  }

  /// Adds the next line of the output. Its part before the first requested byte, and all lines after a full piece, are
  /// only counted.
  mutating func add(_ line: [UInt8]) {
    let lineStart = end
    end += Int64(line.count)
    guard let firstByte else { return addNewest(line) }
    guard end > firstByte, !isFull else { return }
    bytes += line[max(0, Int(firstByte - lineStart))...]
  }

  /// Whether the requested piece is complete, up to the end of a line.
  var isFull: Bool { firstByte != nil && bytes.count >= limitBytes }

  /// Adds a line to the newest output. Drops the oldest bytes when the limit is far exceeded.
  private mutating func addNewest(_ line: [UInt8]) {
    bytes += line
    // Not with each line: moving the kept bytes costs more than keeping them for a while.
    if bytes.count > 2 * limitBytes + 65_536 { trim() }
  }

  /// Drops the oldest bytes above the limit.
  private mutating func trim() {
    let surplus = bytes.count - limitBytes
    if surplus > 0 { bytes.removeFirst(surplus) }
  }

  /// The requested piece, as far as its lines were added.
  var output: RunOutput {
    guard let firstByte else {
      var newestPiece = self
      newestPiece.trim()
      let newestBytes = newestPiece.bytes
      return RunOutput(bytes: newestBytes, start: end - Int64(newestBytes.count), end: end)
    }
    // A requested byte before the first line, or after the last one, moves to the nearer end.
    return RunOutput(bytes: bytes, start: min(max(start, firstByte), end), end: end)
  }
}
