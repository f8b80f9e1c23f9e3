/// One page of a tree: of a table, with rows in the leaves, or of an index, with entries in all pages.
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
    // The file's header precedes the header of its first page.
    guard let kind = Kind(rawValue: bytes[number == 1 ? 100 : 0]) else { return nil }
    self.kind = kind
    self.number = number
    self.bytes = bytes
    self.database = database
  }

  private var header: Int { number == 1 ? 100 : 0 }
  private var isInterior: Bool { kind == .interiorIndex || kind == .interiorTable }
  private var isIndex: Bool { kind == .interiorIndex || kind == .leafIndex }

  /// The offsets of the cells that lie within the page.
  private var places: [Int] {
    let first = header + (isInterior ? 12 : 8)
    // No cell is shorter than four bytes.
    let count = min(bytes[...].number(at: header + 3, 2), bytes.count / 6)
    return (0..<count).map { bytes[...].number(at: first + 2 * $0, 2) }
      .filter { $0 >= first && $0 + 4 <= bytes.count }
  }

  /// The pages below this one.
  var children: [Int] {
    guard isInterior else { return [] }
    return places.map { bytes[...].number(at: $0, 4) } + [bytes[...].number(at: header + 8, 4)]
  }

  /// The highest row number below each child of a table's page except the last, for which the page contains none.
  var highestBelow: [Int64] {
    guard kind == .interiorTable else { return [] }
    return places.map { place in
      var reader = RawReader(bytes[(place + 4)...])
      return reader.variableNumber()
    }
  }

  /// Whether the page has the same content as another.
  func isCopy(of other: RawPage) -> Bool { bytes == other.bytes }

  /// The rows or entries in this page.
  var cells: [Cell] {
    if kind == .interiorTable { return [] }
    return places.map { cell(at: $0 + (isInterior ? 4 : 0)) }
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
    let fitting = least + (whole - least) % (usable - 4)
    let here = fitting <= most ? fitting : least
    guard local.count >= here + 4 else { return nil }
    var payload = Array(local.prefix(here))
    var next = local.number(at: here, 4)
    while payload.count < whole {
      guard let page = database.page(next) else { return nil }
      payload += page[4..<min(usable, 4 + whole - payload.count)]
      next = page[...].number(at: 0, 4)
    }
    return payload
  }
}
