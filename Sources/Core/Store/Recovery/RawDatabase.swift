import Glibc

/// The pages of a database file and of its write-ahead log, read without SQLite, which refuses a whole tree if one of
/// its pages is damaged. For the format see sqlite.org/fileformat2.html.
final class RawDatabase {
  let pageSize: Int
  /// The page size without the reserved end of each page.
  let usableSize: Int
  /// The number of pages of the file and of the log.
  let pageCount: Int
  private let file: Bytes
  private let log: RawLog?

  /// Opens the file at `path` and its log; returns `nil` if the file cannot be read.
  init?(path: String) {
    guard let file = Bytes(path: path) else { return nil }
    self.file = file
    let log = Bytes(path: path + "-wal").flatMap { RawLog($0) }
    self.log = log
    // The log has newer bytes of the pages that it contains.
    let firstBytes = log?.page(1) ?? file.bytes(at: 0, count: RawHeader.size)
    let header = firstBytes.flatMap { RawHeader($0) }
    // 4096 is SQLite's default, and that of a new database of the daemon.
    pageSize = log?.pageSize ?? header?.pageSize ?? 4096
    let reserved = header?.reserved ?? 0
    // A page has at least 512 bytes, of which 480 must be usable, so that more than 32 reserved bytes are damage.
    usableSize = pageSize - (reserved <= 32 ? reserved : 0)
    pageCount = max(file.count / pageSize, log?.lastPage ?? 0)
  }

  /// Returns the bytes of a page, from number 1; `nil` if the file ends before it.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= pageCount else { return nil }
    return log?.page(number) ?? file.bytes(at: (number - 1) * pageSize, count: pageSize)
  }
}

/// A file that is read in pieces.
final class Bytes {
  let count: Int
  private let fd: Int32

  /// Opens the file at `path`; returns `nil` if that is not possible, or if it is no regular file.
  init?(path: String) {
    fd = open(path, O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    var status = stat()
    guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(fd)
      return nil
    }
    count = Int(status.st_size)
  }

  deinit {
    close(fd)
  }

  /// Reads `count` bytes from `offset` on. Returns `nil` if the file ends before the last of them, or cannot be read.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset + count <= self.count else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filledCount in
      filledCount = 0
      // One call may read only a part.
      while filledCount < count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[filledCount..<count])
        let readCount = pread(fd, rest.baseAddress, rest.count, off_t(offset + filledCount))
        if readCount <= 0 { return }
        filledCount += readCount
      }
    }
    return bytes.count == count ? bytes : nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns the number in `count` bytes at `offset`, the highest byte first; missing bytes count as 0.
  func number(at offset: Int, _ count: Int) -> Int {
    var number = 0
    for place in 0..<count {
      let index = startIndex + offset + place
      let byte = index < endIndex ? Int(self[index]) : 0
      number = number << 8 | byte
    }
    return number
  }
}
