import Control
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

extension ExportVerb: LaboratoryWork {
  /// Writes the selected requests, each after the requests that it follows.
  func perform() throws {
    let session = try Session(connection)
    var exported: [ExportedRequest] = []
    for request in ExportedRequest.sorted(try requests(session)) {
      exported.append(try ExportedRequest(request, withSecrets: withSecrets, session))
    }
    if connection.json {
      for request in exported { Output.print(JSONLayout.compact(request)) }
    } else {
      try write(exported)
    }
    let notExported = exported.count { $0.yaml == nil }
    if notExported > 0, !connection.json {
      Output.printError(
        "\(notExported) of \(exported.count) requests are only comments in the file.")
    }
  }

  /// Writes the documents to the file, or to standard output. With secrets, a regular file there becomes readable only
  /// by its owner.
  private func write(_ exported: [ExportedRequest]) throws(Failure) {
    let text = Self.head + exported.map(\.document).joined()
    guard let output else {
      if withSecrets { Self.restrict(STDOUT_FILENO) }
      return Output.print(String(text.dropLast()))
    }
    try OutputFile.write(text, to: output, mode: 0o600)
  }

  /// Gives the mode 0600 to the regular file behind a descriptor; ignores other files and errors.
  private static func restrict(_ fd: Int32) {
    var status = stat()
    guard fstat(fd, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    fchmod(fd, 0o600)
  }

  private static let head = "# Requests of rubato. To queue them: rubatoctl import FILE\n"
}
