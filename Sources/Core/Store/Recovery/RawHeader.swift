/// The values in the first bytes of a database.
struct RawHeader {
  /// The length of the header, with which the first page begins.
  static let size = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// The page size; `nil` if SQLite does not support it.
  let pageSize: Int?
  /// The number of reserved bytes at the end of each page.
  let reserved: Int
  /// The page count; `nil` if a program that does not maintain it wrote last.
  let pageCount: Int?

  /// Reads the fields at their offsets ("Database File Format", section 1.3). Returns `nil` if the bytes
  /// are not the beginning of a database.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.size, bytes.starts(with: Self.magic) else { return nil }
    let storedSize = bytes[...].number(at: 16, 2)
    // 1 stands for 65536, which does not fit.
    let size = storedSize == 1 ? 65_536 : storedSize
    let isPowerOfTwo = size.nonzeroBitCount == 1
    pageSize = size >= 512 && isPowerOfTwo ? size : nil
    reserved = Int(bytes[20])
    // SQLite counts the changes of the file, and notes the count with each page count that it writes. If both counts
    // differ, a later change did not update the page count.
    let changes = bytes[...].number(at: 24, 4)
    let changesWhenCounted = bytes[...].number(at: 92, 4)
    pageCount = changes == changesWhenCounted ? bytes[...].number(at: 28, 4) : nil
  }
}
