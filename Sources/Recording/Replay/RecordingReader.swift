import FoundationEssentials
import Scheduling

/// The lines of a recording, one after the other.
package struct RecordingReader {
  private var rest: ArraySlice<UInt8>
  private let file: String
  /// The line that was read last, from 1.
  package private(set) var line = 0
  /// Whether the last line has no end, as after a crash.
  package private(set) var isCutOff = false

  /// - Parameters:
  ///   - bytes: All of the recording.
  ///   - file: Its name, for errors.
  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    rest = bytes[...]
    self.file = file
    guard bytes.starts(with: RecordingFile.mark.utf8) else {
      throw RecordingError(
        "\(file) is no recording; make one with: rubatod --record FILE")
    }
  }

  /// The next line; nil behind the last whole one.
  package mutating func next() throws(RecordingError) -> RecordingLine? {
    guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      isCutOff = !rest.isEmpty
      return nil
    }
    line += 1
    defer { rest = rest[(newline + 1)...] }
    do {
      let line = try RecordingLine(bytes: rest[..<newline])
      if case .began(let beginning, _) = line { try check(beginning) }
      return line
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError("\(file):\(line): this is no line of a recording: \(Self.words(error))")
    }
  }

  private func check(_ beginning: RecordedBeginning) throws(RecordingError) {
    guard beginning.format == RecordedBeginning.format else {
      throw RecordingError(
        "\(file):\(line): the format is \(beginning.format), of Rubato \(beginning.rubato); this one"
          + " reads format \(RecordedBeginning.format)")
    }
    guard beginning.readSettings() != nil else {
      throw RecordingError(
        "\(file):\(line): the numbers in force are those of another version, \(beginning.rubato)")
    }
  }

  private static func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    return switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context),
      .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.isEmpty
        ? context.debugDescription
        : "\(context.codingPath.map(\.stringValue).joined(separator: ".")): "
          + context.debugDescription
    @unknown default: "\(error)"
    }
  }
}
