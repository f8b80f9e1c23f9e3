import Vocabulary

/// The end of a command line on one of several machines.
package struct HostAnswer: Hashable, Sendable {
  package let host: String
  /// The bytes of standard output.
  let output: [UInt8]
  /// The bytes of standard error, of `rubatoctl` there or of ssh here.
  let errors: [UInt8]
  /// The exit code of ssh.
  private let status: Int32

  package init(host: String, output: [UInt8], errors: [UInt8], status: Int32) {
    self.host = host
    self.output = output
    self.errors = errors
    self.status = status
  }

  /// The exit code if no `rubatoctl` of a machine answers.
  package static let unreachable: Int32 = 3

  /// Returns the problem and its remedy if ssh did not reach a machine, or found no `rubatoctl` there; `nil` if the
  /// exit code is that of `rubatoctl`.
  package static func problem(_ host: String, status: Int32) -> String? {
    switch status {
    // ssh itself failed.
    case 255:
      "ssh did not reach \(host.visible), or was refused; check with: ssh \(host.visible) true"
    // The shell of the machine found no program of this name.
    case 127: "rubatoctl not found on \(host.visible); install the package rubato there"
    default: nil
    }
  }

  /// The exit code of this machine for the user: that of its `rubatoctl`, or `unreachable`.
  package var exitCode: Int32 {
    Self.problem(host, status: status) == nil ? status : Self.unreachable
  }

  /// The lines of standard error, and a line on the problem if no `rubatoctl` answered.
  private var errorLines: [String] {
    // ssh ends its lines with a carriage return and a line feed.
    var lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      String($0)
    }
    if let problem = Self.problem(host, status: status) { lines.append("rubatoctl: \(problem)") }
    return lines
  }

  /// The lines for people on standard error, each with the host.
  package var complaints: [String] { errorLines.map { "\(host): \($0)" } }

  /// The lines for people on standard output, below the host; empty if there is no output.
  package var lines: [String] {
    let lines = String(decoding: output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard let last = lines.last, !output.isEmpty else { return [] }
    // Output that ends with a line end has an empty text after it.
    let whole = last.isEmpty ? lines.dropLast() : lines[...]
    return ["\(host):"] + whole.map { $0.isEmpty ? "" : "  \($0)" }
  }

  /// The answer for programs, always valid JSON: the output of the machine, its refusal, its plain text as a JSON
  /// string, or an object with the error of ssh.
  private var json: [UInt8] {
    if JSONLayout.isValid(output) { return output }
    if Self.problem(host, status: status) == nil {
      // A refusal is one JSON object on standard error.
      if output.isEmpty, JSONLayout.isValid(errors) { return errors }
      if status == 0 {
        // A verb can print plain text even with --json.
        return Array(JSONLayout.compact(String(decoding: output, as: UTF8.self)).utf8)
      }
    }
    let error = exitCode == Self.unreachable ? "NoDaemon" : "Refused"
    return Array(
      JSONLayout.compact(["error": error, "message": errorLines.joined(separator: "\n")]).utf8)
  }

  /// Returns one JSON object with the answer of each machine by its name.
  package static func json(_ answers: [HostAnswer]) -> String {
    JSONLayout.object(answers.sorted { $0.host < $1.host }.map { (name: $0.host, json: $0.json) })
  }
}
