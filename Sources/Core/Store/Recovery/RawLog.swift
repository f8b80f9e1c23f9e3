/// The content of a write-ahead log: the pages of all committed transactions.
struct RawLog {
  let pageSize: Int
  /// The highest page in it.
  private(set) var lastPage = 0
  /// Whether a frame is damaged that more than one later commit follows. SQLite treats it as the end of the log,
  /// without an error. But a transaction begins only after the previous one is on the disk, so a loss of power cannot
  /// explain it.
  private(set) var isDamaged = false
  private let bytes: Bytes
  /// By page, the offset of its latest bytes.
  private var places: [Int: Int] = [:]

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  private struct Frame {
    var page: Int
    /// The size of the database after it, in pages; 0 unless it is the last frame of a transaction.
    var committedSize: Int
    var salts: Int
    /// The checksum in the frame, and the calculated one.
    var stored: Checksum
    var checksum: Checksum
  }

  /// Reads the header and all frames (sqlite.org/fileformat2.html, "WAL File Format"). Returns `nil` if `bytes` are no
  /// log.
  init?(_ bytes: Bytes) {
    guard let header = bytes.bytes(at: 0, count: Self.headerSize)?[...] else { return nil }
    // The lowest bit of the magic number shows the byte order of the words in checksums.
    let magic = header.number(at: 0, 4)
    let magicWithoutOrder = magic & ~1
    let isBigEndian = magic & 1 == 1
    let size = header.number(at: 8, 4)
    let isPowerOfTwo = size.nonzeroBitCount == 1
    guard magicWithoutOrder == 0x377f_0682, (512...65_536).contains(size), isPowerOfTwo else {
      return nil
    }
    self.bytes = bytes
    pageSize = size
    var checksum = Checksum(isBigEndian: isBigEndian)
    // The header without its own checksum.
    checksum.add(header.prefix(24))
    readFrames(salts: header.number(at: 16, 8), from: checksum)
  }

  /// Returns the latest bytes of a page; `nil` if the log does not contain it.
  func page(_ number: Int) -> [UInt8]? {
    places[number].flatMap { bytes.bytes(at: $0, count: pageSize) }
  }

  /// Reads the frames up to the end of the log, and records the latest bytes of each page in a committed transaction. A
  /// damaged frame and the frames after it are used only if they contain more than one commit; the log then counts as
  /// damaged.
  ///
  /// - Parameters:
  ///   - salts: The number that identifies the frames of the present log, which older frames may follow.
  ///   - start: The checksum of the log's header.
  private mutating func readFrames(salts: Int, from start: Checksum) {
    var checksum = start
    var offset = Self.headerSize
    var isSound = true
    var commitsAfterDamage = 0
    // The offsets of pages, as in `places`: in the present transaction, and in all commits after the damage.
    var placesInTransaction: [Int: Int] = [:]
    var placesAfterDamage: [Int: Int] = [:]
    var largestSize = 0
    while let frame = frame(at: offset, after: checksum), frame.salts == salts {
      if frame.checksum != frame.stored { isSound = false }
      checksum = frame.checksum
      placesInTransaction[frame.page] = offset + Self.frameHeaderSize
      let isCommit = frame.committedSize > 0
      if isCommit {
        largestSize = max(largestSize, frame.committedSize)
        if isSound {
          places.merge(placesInTransaction) { _, later in later }
          lastPage = max(lastPage, frame.committedSize)
        } else {
          commitsAfterDamage += 1
          placesAfterDamage.merge(placesInTransaction) { _, later in later }
        }
        placesInTransaction = [:]
      }
      offset += Self.frameHeaderSize + pageSize
    }
    // A power failure can damage the last commit at most (`isDamaged`).
    guard commitsAfterDamage > 1 else { return }
    isDamaged = true
    // Pages after the damage are newer, except possibly for the damaged frame itself. Its page number can also be
    // damaged: up to 2^32, and the recovery reads all pages up to the last one.
    let possiblePlaces = placesAfterDamage.filter { $0.key <= largestSize }
    places.merge(possiblePlaces) { _, later in later }
    lastPage = max(lastPage, places.keys.max() ?? 0)
  }

  /// Reads the frame at byte `offset` of the log, and calculates its checksum from `checksum`, the calculated one of
  /// the frame before. Does not compare the checksum with the stored one. Returns `nil` if the log ends before the end
  /// of the frame.
  private func frame(at offset: Int, after checksum: Checksum) -> Frame? {
    guard
      let bytes = bytes.bytes(at: offset, count: Self.frameHeaderSize + pageSize)?[...]
    else { return nil }
    // It covers the page number and the committed size, which are the first 8 bytes, and the page.
    var sum = checksum
    sum.add(bytes.prefix(8))
    sum.add(bytes.dropFirst(Self.frameHeaderSize))
    // A frame's header contains numbers of 4 bytes: page, committed size, two salts, and two parts of the checksum.
    return Frame(
      page: bytes.number(at: 0, 4), committedSize: bytes.number(at: 4, 4),
      salts: bytes.number(at: 8, 8),
      stored: Checksum(
        first: UInt32(bytes.number(at: 16, 4)), second: UInt32(bytes.number(at: 20, 4))),
      checksum: sum)
  }
}

/// The checksum of the log: over pairs of 32-bit words, each frame's based on the one before.
private struct Checksum: Equatable {
  var first: UInt32 = 0
  var second: UInt32 = 0
  var isBigEndian = false

  /// Adds whole pairs of words to the checksum, by the formula of the format; fewer than eight bytes at the end are
  /// ignored.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    var offset = 0
    while offset + 8 <= bytes.count {
      first = first &+ word(bytes, offset) &+ second
      second = second &+ word(bytes, offset + 4) &+ first
      offset += 8
    }
  }

  /// Returns the 32-bit word at `offset`, in the byte order of this log.
  private func word(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32 {
    let word = UInt32(bytes.number(at: offset, 4))
    return isBigEndian ? word : word.byteSwapped
  }

  static func == (left: Self, right: Self) -> Bool {
    left.first == right.first && left.second == right.second
  }
}
