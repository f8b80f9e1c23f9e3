/// One page of a tree in SQLite's file format (sqlite.org/fileformat2.html, "B-tree Pages"). The tree is that of a
/// table, with rows in the leaves, or of an index, with entries in all pages.
struct RawPage {
  enum Kind: UInt8 {
    case interiorIndex = 2
    case interiorTable = 5
    case leafIndex = 10
    case leafTable = 13
  }

  /// A row or an entry of an index.
  struct Cell {
    /// The row number; 0 in an index, where it is the last value.
    var rowID: Int64
    /// The values; `nil` if they could not be read.
    var values: [RawValue]?
  }

  let kind: Kind
  let number: Int
  private let bytes: [UInt8]
  private let database: RawDatabase

  /// Returns `nil` if the page is no page of a tree, or does not exist.
  init?(_ number: Int, of database: RawDatabase) {
    guard let bytes = database.page(number) else { return nil }
    guard let kind = Kind(rawValue: bytes[Self.headerOffset(inPage: number)]) else { return nil }
    self.kind = kind
    self.number = number
    self.bytes = bytes
    self.database = database
  }

  /// Returns the offset of the page's header. In the first page, the header of the file precedes it.
  private static func headerOffset(inPage number: Int) -> Int { number == 1 ? RawHeader.size : 0 }

  private var headerOffset: Int { Self.headerOffset(inPage: number) }
  /// The length of the page's header. In an interior page, it ends with the number of the last child.
  private var headerSize: Int { isInterior ? 12 : 8 }
  /// The offset of the number of cells.
  private var cellCountOffset: Int { headerOffset + 3 }
  /// The offset of the number of the last child, which has no cell.
  private var lastChildOffset: Int { headerOffset + 8 }
  /// The length of a page number. In an interior page, each cell begins with that of a child.
  private static let pageNumberSize = 4
  /// The length of a cell's offset. The offsets of all cells follow the page's header.
  private static let cellOffsetSize = 2
  private static let shortestCell = 4
  /// Whether the page leads to pages below it.
  private var isInterior: Bool { kind == .interiorIndex || kind == .interiorTable }
  /// Whether the page belongs to the tree of an index.
  private var isIndex: Bool { kind == .interiorIndex || kind == .leafIndex }

  /// The offsets of the cells that lie within the page.
  private var cellOffsets: [Int] {
    let listStart = headerOffset + headerSize
    // A damaged count can exceed the number of cells that fit in a page.
    let count = min(
      bytes[...].number(at: cellCountOffset, 2),
      bytes.count / (Self.cellOffsetSize + Self.shortestCell))
    let storedOffsets = (0..<count).map { position in
      bytes[...].number(at: listStart + Self.cellOffsetSize * position, Self.cellOffsetSize)
    }
    return storedOffsets.filter { $0 >= listStart && $0 + Self.shortestCell <= bytes.count }
  }

  /// The pages below this one.
  var children: [Int] {
    guard isInterior else { return [] }
    return (cellOffsets + [lastChildOffset]).map { offset in
      bytes[...].number(at: offset, Self.pageNumberSize)
    }
  }

  /// The highest row number below each child of a table's page except the last, for which the page contains none.
  var highestBelow: [Int64] {
    guard kind == .interiorTable else { return [] }
    return cellOffsets.map { offset in
      var reader = RawReader(bytes[(offset + Self.pageNumberSize)...])
      return reader.variableNumber()
    }
  }

  /// Whether the page has the same content as another.
  func isCopy(of other: RawPage) -> Bool { bytes == other.bytes }

  /// The rows or entries in this page.
  var cells: [Cell] {
    if kind == .interiorTable { return [] }
    let childNumberSize = isInterior ? Self.pageNumberSize : 0
    return cellOffsets.map { cell(at: $0 + childNumberSize) }
  }

  /// The highest row number in this page; 0 if it has none.
  var highestRow: Int64 { cells.map(\.rowID).max() ?? 0 }

  /// Reads the row or the index entry at an offset in the page. Its values are `nil` if they are incomplete or invalid.
  private func cell(at offset: Int) -> Cell {
    var reader = RawReader(bytes[offset...])
    let length = reader.variableNumber()
    let rowID = isIndex ? 0 : reader.variableNumber()
    let payload = payload(of: length, reader.rest)
    return Cell(rowID: rowID, values: payload.flatMap { RawValue.record(in: $0[...]) })
  }

  /// Returns the content of a cell, with the rest of it from overflow pages; `nil` if it is incomplete.
  ///
  /// - Parameters:
  ///   - length: The number of bytes of the whole content.
  ///   - start: The bytes of this page from the beginning of the content on.
  private func payload(of length: Int64, _ start: ArraySlice<UInt8>) -> [UInt8]? {
    guard length > 0, length <= Int64(database.pageCount * database.pageSize) else { return nil }
    let wholeSize = Int(length)
    let sizeInPage = sizeInPage(ofPayload: wholeSize)
    if sizeInPage == wholeSize {
      return start.count >= wholeSize ? Array(start.prefix(wholeSize)) : nil
    }
    // The number of the first overflow page follows the bytes in this page.
    guard start.count >= sizeInPage + Self.pageNumberSize else { return nil }
    var payload = Array(start.prefix(sizeInPage))
    var next = start.number(at: sizeInPage, Self.pageNumberSize)
    while payload.count < wholeSize {
      guard let page = database.page(next) else { return nil }
      // An overflow page begins with the number of the next one.
      let end = min(database.usableSize, Self.pageNumberSize + wholeSize - payload.count)
      payload += page[Self.pageNumberSize..<end]
      next = page[...].number(at: 0, Self.pageNumberSize)
    }
    return payload
  }

  /// Returns how many bytes of a content of `wholeSize` bytes are in this page: all, or a part that overflow pages
  /// continue. The formulas and their numbers are those of the format (sqlite.org/fileformat2.html).
  private func sizeInPage(ofPayload wholeSize: Int) -> Int {
    let usable = database.usableSize
    let most = isIndex ? (usable - 12) * 64 / 255 - 23 : usable - 35
    if wholeSize <= most { return wholeSize }
    let least = (usable - 12) * 32 / 255 - 23
    // With this part, the last overflow page is full.
    let fitting = least + (wholeSize - least) % (usable - Self.pageNumberSize)
    return fitting <= most ? fitting : least
  }
}
