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
  private var isInterior: Bool { kind == .interiorIndex || kind == .interiorTable }
  private var isIndex: Bool { kind == .interiorIndex || kind == .leafIndex }

  /// The offsets of the cells that lie within the page.
  private var places: [Int] {
    let first = headerOffset + headerSize
    // A damaged count can exceed the number of cells that fit in a page.
    let count = min(
      bytes[...].number(at: cellCountOffset, 2),
      bytes.count / (Self.cellOffsetSize + Self.shortestCell))
    return (0..<count)
      .map { bytes[...].number(at: first + Self.cellOffsetSize * $0, Self.cellOffsetSize) }
      .filter { $0 >= first && $0 + Self.shortestCell <= bytes.count }
  }

  /// The pages below this one.
  var children: [Int] {
    guard isInterior else { return [] }
    return (places + [lastChildOffset]).map { bytes[...].number(at: $0, Self.pageNumberSize) }
  }

  /// The highest row number below each child of a table's page except the last, for which the page contains none.
  var highestBelow: [Int64] {
    guard kind == .interiorTable else { return [] }
    return places.map { place in
      var reader = RawReader(bytes[(place + Self.pageNumberSize)...])
      return reader.variableNumber()
    }
  }

  /// Whether the page has the same content as another.
  func isCopy(of other: RawPage) -> Bool { bytes == other.bytes }

  /// The rows or entries in this page.
  var cells: [Cell] {
    if kind == .interiorTable { return [] }
    return places.map { cell(at: $0 + (isInterior ? Self.pageNumberSize : 0)) }
  }

  /// The highest row number in this page; 0 if it has none.
  var highestRow: Int64 { cells.map(\.rowID).max() ?? 0 }

  /// Reads the row or the index entry at an offset in the page. Its values are `nil` if they are incomplete or invalid.
  private func cell(at place: Int) -> Cell {
    var reader = RawReader(bytes[place...])
    let length = reader.variableNumber()
    let rowID = isIndex ? 0 : reader.variableNumber()
    let payload = payload(of: length, reader.rest)
    return Cell(rowID: rowID, values: payload.flatMap { RawValue.record(in: $0[...]) })
  }

  /// Returns the content of a cell, with the rest of it from overflow pages; `nil` if it is incomplete.
  ///
  /// - Parameters:
  ///   - length: The number of bytes of the whole content.
  ///   - local: The bytes of this page from the beginning of the content on.
  private func payload(of length: Int64, _ local: ArraySlice<UInt8>) -> [UInt8]? {
    guard length > 0, length <= Int64(database.pageCount * database.pageSize) else { return nil }
    // The page itself contains at most `most` bytes of the content. Of a longer content it contains `here` bytes, and
    // then the number of the first overflow page (sqlite.org/fileformat2.html).
    let (whole, usable) = (Int(length), database.usableSize)
    let most = isIndex ? (usable - 12) * 64 / 255 - 23 : usable - 35
    if whole <= most { return local.count >= whole ? Array(local.prefix(whole)) : nil }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (whole - least) % (usable - Self.pageNumberSize)
    let here = fitting <= most ? fitting : least
    guard local.count >= here + Self.pageNumberSize else { return nil }
    var payload = Array(local.prefix(here))
    var next = local.number(at: here, Self.pageNumberSize)
    while payload.count < whole {
      guard let page = database.page(next) else { return nil }
      // An overflow page begins with the number of the next one.
      let end = min(usable, Self.pageNumberSize + whole - payload.count)
      payload += page[Self.pageNumberSize..<end]
      next = page[...].number(at: 0, Self.pageNumberSize)
    }
    return payload
  }
}
