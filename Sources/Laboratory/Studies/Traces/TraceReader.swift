import FoundationEssentials
import Scheduling
import Simulation

/// Reads traces: JSON lines, sorted by `t`.
package enum TraceReader {
  /// Reads the lines of a trace; blank lines are ignored. Throws an error at the first wrong line, or if there are
  /// none.
  ///
  /// - Parameter file: The name in errors.
  package static func read(_ text: String, named file: String) throws(TraceError) -> Trace {
    let decoder = JSONDecoder()
    var records: [TraceRecord] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !isBlank(line) {
      do throws(TraceComplaint) {
        let record = try decode(Data(line), decoder).record()
        if let last = records.last, record.at < last.at {
          throw TraceComplaint("t is before that of the line above; lines are sorted by t")
        }
        records.append(record)
      } catch {
        throw TraceError(file: file, line: index + 1, message: error.message)
      }
    }
    guard !records.isEmpty else {
      throw TraceError(
        file: file, line: 1, message: "no events found; write one JSON object per line")
    }
    return Trace(name: file, records: records)
  }

  /// Whether a line is empty or has only blanks, with or without a carriage return at its end.
  private static func isBlank(_ line: Substring.UTF8View) -> Bool {
    line.allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
    }
  }

  /// Decodes one line. Throws a complaint about a member of the wrong type, or about a line that is no JSON object.
  private static func decode(
    _ line: Data, _ decoder: JSONDecoder
  ) throws(TraceComplaint) -> TraceLine {
    do {
      return try decoder.decode(TraceLine.self, from: line)
    } catch let error as DecodingError {
      throw complaint(error)
    } catch {
      throw TraceComplaint("this is not a JSON object")
    }
  }

  /// Returns the complaint about a line that cannot be decoded: a member of the wrong type, or no JSON object.
  private static func complaint(_ error: DecodingError) -> TraceComplaint {
    guard case .typeMismatch(let type, let context) = error, let member = context.codingPath.last
    else { return TraceComplaint("this is not a JSON object") }
    return TraceComplaint("\(member.stringValue) is not \(words(for: type))")
  }

  /// Returns the expected type of a member in words for people.
  private static func words(for type: any Any.Type) -> String {
    if type == Bool.self { return "true or false" }
    return type == String.self ? "a text" : "a number"
  }
}
