import FoundationEssentials
import Scheduling

/// The lines of a recording, in order.
package struct RecordingReader {
  private var rest: ArraySlice<UInt8>
  private let file: String
  /// The number of the last line that was read, from 1.
  package private(set) var line = 0
  /// Whether the last line is incomplete, as after a crash.
  package private(set) var isCutOff = false
  /// The version of Rubato that wrote the present lines; `nil` if it is unknown.
  private var writer: String?

  /// Prepares to read a recording. Throws if `bytes` do not begin as one.
  ///
  /// - Parameters:
  ///   - bytes: The whole recording.
  ///   - file: Its name, for errors.
  package init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    rest = bytes[...]
    self.file = file
    guard bytes.starts(with: RecordingFile.mark.utf8) else {
      throw RecordingError(
        "\(file) is not a recording; create one with: rubatod --record FILE")
    }
  }

  /// Returns the next line; `nil` after the last complete one. Throws if it is no line of a recording, or has another
  /// format, an unknown setting or an impossible number.
  package mutating func next() throws(RecordingError) -> RecordingLine? {
    guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      isCutOff = !rest.isEmpty
      return nil
    }
    line += 1
    defer { rest = rest[(newline + 1)...] }
    let bytes = rest[..<newline]
    if bytes.starts(with: RecordingFile.mark.utf8) {
      try checkFormat(of: RecordingHeader(bytes: bytes))
    }
    do {
      let decoded = try RecordingLine(bytes: bytes)
      if case .began(let beginning, _) = decoded { try checkSettings(of: beginning) }
      if let misfit = decoded.misfit {
        throw versionError("\(misfit); unless the file is damaged,")
      }
      return decoded
    } catch let error as RecordingError {
      throw error
    } catch {
      throw versionError(
        "not a line of a recording (\(Self.description(of: error))); unless the file is damaged,")
    }
  }

  /// Throws if a daemon's start has another format than this version's. Called before the rest of the line is read,
  /// which may be unknown here. Also remembers the version that wrote the lines.
  private mutating func checkFormat(of header: RecordingHeader) throws(RecordingError) {
    writer = header.began.rubato ?? writer
    guard let format = header.began.format, format != RecordedBeginning.format else { return }
    throw versionError(
      "the format is \(format), and this version reads \(RecordedBeginning.format):")
  }

  /// Throws if a recorded setting is unknown to this version, or has a value that is not allowed.
  private func checkSettings(of beginning: RecordedBeginning) throws(RecordingError) {
    guard let (name, value) = beginning.unknownSetting else { return }
    throw versionError("'\(name)', \(value), is not a setting of this version, or not allowed:")
  }

  /// Returns an error at the current line that begins with the problem, and names the version that can read the
  /// recording.
  private func versionError(_ problem: String) -> RecordingError {
    RecordingError(
      "\(file):\(line): \(problem) replay it with the rubatoctl of the version that wrote it, Rubato"
        + " \(writer ?? "unknown")")
  }

  /// Returns the description of an error, with the path of the JSON member if it is a decoding error.
  private static func description(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    return switch error {
    case .dataCorrupted(let context), .keyNotFound(_, let context),
      .typeMismatch(_, let context), .valueNotFound(_, let context):
      description(of: context)
    @unknown default: "\(error)"
    }
  }

  /// Returns the problem of a decoding error, after the path of the JSON member if there is one.
  private static func description(of context: DecodingError.Context) -> String {
    let problem = context.debugDescription.trimmedFullStop
    guard !context.codingPath.isEmpty else { return problem }
    return "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(problem)"
  }
}

/// The part of a daemon's start that is read first.
private struct RecordingHeader: Decodable {
  struct Began: Decodable {
    var format: Int?
    var rubato: String?
  }

  var began = Began()

  init(bytes: some Sequence<UInt8>) {
    // The reader of the whole line refuses invalid JSON.
    if let header = try? JSONDecoder().decode(Self.self, from: Data(bytes)) { self = header }
  }
}

extension String {
  /// The text without the full stop at its end, if there is one.
  fileprivate var trimmedFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
