/// What the first bytes of a database say of all others.
struct RawHeader {
  static let size = 100
  private static let magic = Array("SQLite format 3\0".utf8)

  /// Nil where it is none that SQLite has.
  let pageSize: Int?
  /// How many bytes each page reserves at its end.
  let reserved: Int
  /// Nil where a program that knows nothing of this number has written last.
  let pageCount: Int?

  /// Nil where the bytes do not begin a database.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.size, bytes.starts(with: Self.magic) else { return nil }
    let size = bytes[...].number(at: 16, 2)
    // 1 stands for 65536, which does not fit.
    let named = size == 1 ? 65_536 : size
    pageSize = named >= 512 && named.nonzeroBitCount == 1 ? named : nil
    reserved = Int(bytes[20])
    let (changes, changesWhenCounted) = (bytes[...].number(at: 24, 4), bytes[...].number(at: 92, 4))
    pageCount = changes == changesWhenCounted ? bytes[...].number(at: 28, 4) : nil
  }
}
