import CDeflate
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The limits of the fields of the first ZIP format; smaller in tests.
struct ZIPLimits {
  var bytes = UInt64(UInt32.max)
  var entries = Int(UInt16.max)
}

/// Writes the parts of an archive, by PKWARE's APPNOTE 6.3.10 (comments name its sections): a header and the data of
/// each file, then the central directory. After the data a header is written again with the sizes, so that no data
/// descriptor is needed. Values that are too large for their fields are in an extra field of ZIP64 (4.5.3).
final class ZIPWriter {
  private struct Record {
    let name: [UInt8]
    /// The offset of its header.
    let offset: UInt64
    let method: UInt16
    let (time, date): (UInt16, UInt16)
    let mode: UInt32
    /// Whether its header has room for large sizes.
    let isLarge: Bool
    var checksum: UInt32 = 0
    var compressedSize: UInt64 = 0
    var size: UInt64 = 0

    /// Creates the record of an entry whose sizes and checksum are not known yet.
    ///
    /// - Parameters:
    ///   - offset: The position of its local header in the archive.
    ///   - method: 8 for compressed data, 0 for stored data.
    ///   - isLarge: Whether its sizes have 64 bits.
    init(_ name: String, _ source: ZIPSource, offset: UInt64, method: UInt16, isLarge: Bool) {
      self.name = Array(name.utf8)
      self.offset = offset
      self.method = method
      self.isLarge = isLarge
      mode = source.mode
      (time, date) = ZIPWriter.dosTimeAndDate(source.modified)
    }
  }

  private(set) var originalSize: UInt64 = 0
  private let output: ZIPOutput
  /// The compression level; `nil` if files are stored uncompressed.
  private let level: Int?
  private let limits: ZIPLimits
  private var records: [Record] = []
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 131_072, alignment: 16)

  init(_ output: ZIPOutput, level: Int?, _ limits: ZIPLimits = ZIPLimits()) {
    self.output = output
    self.level = level
    self.limits = limits
  }

  deinit { buffer.deallocate() }

  // MARK: Files

  /// Appends a file to the archive. Throws if the file cannot be read, changes meanwhile, or cannot be written.
  func add(_ entry: ZIPEntry) throws {
    let source = try ZIPSource(entry.file)
    // The header has room for large sizes if the compressed data may need them. Deflate enlarges incompressible data by
    // far less than a hundredth.
    let isLarge = source.size + source.size / 100 + 1024 >= limits.bytes
    var record = Record(
      entry.name, source, offset: output.offset, method: level == nil ? 0 : 8, isLarge: isLarge)
    try output.append(header(of: record))
    let begin = output.offset
    try copy(source, &record)
    record.compressedSize = output.offset - begin
    // Written again, since the sizes and the checksum are known only after the data.
    try output.patch(header(of: record), at: record.offset)
    records.append(record)
    originalSize += record.size
  }

  /// Appends the data of a file, compressed if there is a level, and adds its size and checksum to the record. Throws a
  /// `CancellationError` if the Swift task is cancelled.
  private func copy(_ source: ZIPSource, _ record: inout Record) throws {
    let deflater = try level.map { try Deflater(level: $0) }
    while true {
      try Task.checkCancellation()
      let count = try source.read(into: buffer)
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      record.size += UInt64(count)
      record.checksum = cdeflate_checksum(
        record.checksum, bytes.bindMemory(to: UInt8.self).baseAddress, count)
      if let deflater {
        try deflater.compress(bytes, isLast: count == 0) { try output.append($0) }
      } else {
        try output.append(bytes)
      }
      if count == 0 { return }
    }
  }

  /// Returns a local file header (4.3.7 of PKWARE's APPNOTE).
  private func header(of record: Record) -> [UInt8] {
    var bytes = ZIPBytes()
    // The signature of a local header.
    bytes.put(0x0403_4b50 as UInt32)
    putSharedFields(record, &bytes, hasLargeSizes: record.isLarge)
    bytes.put(UInt16(record.isLarge ? ZIPBytes.largeFieldLength(of: 2) : 0))
    bytes.list += record.name
    if record.isLarge { bytes.putLarge([record.size, record.compressedSize]) }
    return bytes.list
  }

  /// Writes the fields from the required version to the length of the name.
  private func putSharedFields(_ record: Record, _ bytes: inout ZIPBytes, hasLargeSizes: Bool) {
    // The version that a reader needs: 4.5 for large sizes, else 2.0.
    bytes.put(UInt16(hasLargeSizes ? 45 : 20))
    // The name is UTF-8.
    bytes.put(0x0800 as UInt16)
    bytes.put(record.method)
    bytes.put(record.time)
    bytes.put(record.date)
    bytes.put(record.checksum)
    bytes.put(hasLargeSizes ? UInt32.max : UInt32(truncatingIfNeeded: record.compressedSize))
    bytes.put(hasLargeSizes ? UInt32.max : UInt32(truncatingIfNeeded: record.size))
    bytes.put(UInt16(record.name.count))
  }

  // MARK: The central directory

  /// Appends the central directory, which completes the archive.
  func close() throws {
    let begin = output.offset
    for record in records { try output.append(directoryEntry(of: record)) }
    try output.append(endRecords(begin: begin, size: output.offset - begin))
  }

  /// Returns an entry of the central directory (4.3.12 of PKWARE's APPNOTE).
  private func directoryEntry(of record: Record) -> [UInt8] {
    let hasLargeOffset = record.offset >= limits.bytes
    // In the extra field of ZIP64, in this order. The fields of the first format then contain their maximum.
    let largeValues =
      (record.isLarge ? [record.size, record.compressedSize] : [])
      + (hasLargeOffset ? [record.offset] : [])
    var bytes = ZIPBytes()
    // The signature of an entry.
    bytes.put(0x0201_4b50 as UInt32)
    // Made by Unix, version 4.5.
    bytes.put(0x032d as UInt16)
    putSharedFields(record, &bytes, hasLargeSizes: record.isLarge)
    bytes.put(
      UInt16(largeValues.isEmpty ? 0 : ZIPBytes.largeFieldLength(of: largeValues.count)))
    // No comment, the first disk, no content known to be text.
    bytes.list += [0, 0, 0, 0, 0, 0]
    // The external attributes: the mode of Unix is their upper half.
    bytes.put(record.mode << 16)
    bytes.put(hasLargeOffset ? UInt32.max : UInt32(truncatingIfNeeded: record.offset))
    bytes.list += record.name
    if !largeValues.isEmpty { bytes.putLarge(largeValues) }
    return bytes.list
  }

  /// Returns the end of the central directory (4.3.14 to 4.3.16 of PKWARE's APPNOTE), which starts at the offset
  /// `begin` and has `size` bytes.
  private func endRecords(begin: UInt64, size: UInt64) -> [UInt8] {
    let isLarge = records.count >= limits.entries || begin + size >= limits.bytes
    var bytes = ZIPBytes()
    if isLarge {
      // The record of ZIP64, with its signature.
      bytes.put(0x0606_4b50 as UInt32)
      // The size of the rest of this record, the versions (4.5, Unix), and two disk numbers.
      bytes.put(44 as UInt64)
      bytes.list += [45, 3, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      for value in [UInt64(records.count), UInt64(records.count), size, begin] { bytes.put(value) }
      // The locator of the record above, which is on the first of one disk.
      bytes.put(0x0706_4b50 as UInt32)
      bytes.put(0 as UInt32)
      bytes.put(begin + size)
      bytes.put(1 as UInt32)
    }
    // The record of the first format, with two disk numbers.
    bytes.put(0x0605_4b50 as UInt32)
    bytes.put(0 as UInt32)
    let count = isLarge ? UInt16.max : UInt16(truncatingIfNeeded: records.count)
    bytes.put(count)
    bytes.put(count)
    bytes.put(isLarge ? UInt32.max : UInt32(truncatingIfNeeded: size))
    bytes.put(isLarge ? UInt32.max : UInt32(truncatingIfNeeded: begin))
    bytes.put(0 as UInt16)
    return bytes.list
  }

  /// Returns the time and the date of MS-DOS: local, in steps of two seconds, from 1980 on.
  private static func dosTimeAndDate(_ seconds: Int) -> (time: UInt16, date: UInt16) {
    var (seconds, parts) = (time_t(seconds), tm())
    localtime_r(&seconds, &parts)
    // `tm_year` counts from 1900, and `tm_mon` from 0.
    let isBefore1980 = parts.tm_year < 80
    let firstOfJanuary1980: UInt16 = 1 << 5 | 1
    if isBefore1980 { return (0, firstOfJanuary1980) }
    // A time has 5 bits for hours, 6 for minutes and 5 for double seconds.
    let (hour, minute) = (UInt16(parts.tm_hour), UInt16(parts.tm_min))
    let time = hour << 11 | minute << 5 | UInt16(parts.tm_sec / 2)
    // A date has 7 bits for years since 1980, 4 for months and 5 for days.
    let year = UInt16(min(127, parts.tm_year - 80))
    let date = year << 9 | UInt16(parts.tm_mon + 1) << 5 | UInt16(parts.tm_mday)
    return (time, date)
  }
}

/// Bytes of numbers, the low byte first.
struct ZIPBytes {
  var list: [UInt8] = []

  /// Appends a number in as many bytes as its type has.
  mutating func put(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { list += $0 }
  }

  /// Returns the bytes of an extra field with this number of large values: its kind, its length, and the values.
  static func largeFieldLength(of count: Int) -> Int { 4 + 8 * count }

  /// Appends an extra field with the values that are too large for their fields.
  mutating func putLarge(_ values: [UInt64]) {
    // The kind of the field: ZIP64.
    put(1 as UInt16)
    put(UInt16(8 * values.count))
    for value in values { put(value) }
  }
}
