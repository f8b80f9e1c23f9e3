import AtomicFiles

/// The files of transfers, with the errors of transfers.
package enum TransferFile {
  /// Writes a file that only its owner may read, and returns when it is on disk.
  package static func write(_ bytes: [UInt8], to path: String) throws(TransferError) {
    do throws(AtomicFileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw TransferError(error)
    }
  }

  /// Gives a file its name, which may have been another's, and returns when that is on disk.
  package static func move(_ source: String, to path: String) throws(TransferError) {
    do throws(AtomicFileError) {
      try AtomicFile.move(source, to: path)
    } catch {
      throw TransferError(error)
    }
  }

  static func sync(directory: String) throws(TransferError) {
    do throws(AtomicFileError) {
      try AtomicFile.sync(directory: directory)
    } catch {
      throw TransferError(error)
    }
  }

  package static func parent(of path: String) -> String { AtomicFile.parent(of: path) }

  /// Nil where it cannot be read, or is longer than `limit` bytes.
  package static func read(_ path: String, limit: Int) -> [UInt8]? {
    AtomicFile.read(path, limit: limit)
  }
}
