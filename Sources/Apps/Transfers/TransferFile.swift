import AtomicFiles

/// The files of transfers, with the errors of transfers.
package enum TransferFile {
  /// Writes a file that only its owner can read, and returns when it is on disk.
  package static func write(_ bytes: [UInt8], to path: String) throws(TransferError) {
    do throws(AtomicFileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw TransferError(error)
    }
  }

  /// Renames a file, replacing an existing one, and returns when that is on disk.
  package static func move(_ source: String, to path: String) throws(TransferError) {
    do throws(AtomicFileError) {
      try AtomicFile.move(source, to: path)
    } catch {
      throw TransferError(error)
    }
  }

  /// Writes the entries of a directory to disk, so that a new file is still in it after a power failure.
  static func sync(directory: String) throws(TransferError) {
    do throws(AtomicFileError) {
      try AtomicFile.sync(directory: directory)
    } catch {
      throw TransferError(error)
    }
  }

  /// Returns the directory that contains a path.
  package static func parent(of path: String) -> String { AtomicFile.parent(of: path) }

  /// Reads a file; `nil` if it cannot be read, or is longer than `limit` bytes.
  package static func read(_ path: String, limit: Int) -> [UInt8]? {
    AtomicFile.read(path, limit: limit)
  }
}
