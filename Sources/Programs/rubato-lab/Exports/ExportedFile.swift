import AtomicFiles
import Verbs

/// The file of an export.
enum ExportedFile {
  /// Writes a file that only its owner may read. An existing file stays until the new one is complete.
  static func write(_ text: String, to path: String) throws(Failure) {
    do throws(AtomicFileError) {
      try AtomicFile.replace(path, by: Array(text.utf8))
    } catch {
      throw .refused("\(error)")
    }
  }
}
