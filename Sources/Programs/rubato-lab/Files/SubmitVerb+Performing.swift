import Control
import Files
import Verbs

extension SubmitVerb: LaboratoryWork {
  /// Submits the task of a file, or all requests of several files, of directories or of standard input.
  func perform() throws {
    if work.files.isEmpty { throw Failure.usage("no file to submit is given") }
    let files = try SubmittedFiles(work.files)
    guard files.isSingle, !work.atomic, let entry = files.entries.first else {
      return try submitTogether(files.entries)
    }
    switch entry.task {
    case .failure(let mistakes):
      throw Failure.refused(mistakes.errors.map { "\($0)" }.joined(separator: "\n"))
    case .success(let task):
      let file = SubmittedFile(task: task)
      try file.checkUser()
      try task.refuseBadShellLines()
      var call = try file.call(terms, context)
      try exact.apply(to: &call, isOfFile: true)
      try submit(call, Session(connection)) { refusalInFile($0, entry) }
    }
  }

  /// Returns the refusal of a value of the file, at the place of its key; `nil` if the value was typed, or if the
  /// failure is about no value.
  private func refusalInFile(_ failure: Failure, _ entry: SubmittedFiles.Entry) -> Failure? {
    guard case .refused(let error, var parameters) = failure, let field = parameters.field,
      field != "mayLose", field != "id", !typedFields.contains(field)
    else { return nil }
    // Only a key that the file sets has a place there.
    guard let task = try? entry.task.get(), task.sets(field) else { return nil }
    parameters.message = BatchLine.Problem(error: error, parameters, of: entry).message
    return .refused(error: error, parameters)
  }

  /// Submits several requests, or one of standard input or with `--atomic`. Throws an error if an option is only for a
  /// single request, or if two requests have the same id.
  private func submitTogether(_ entries: [SubmittedFiles.Entry]) throws {
    if waits { throw Failure.usage("--wait goes with one request, not with - or several files") }
    if terms.id != nil, entries.count > 1 {
      throw Failure.usage("--id goes with one request, and there are \(entries.count)")
    }
    // With --if-pending, the second of an id is kept or replaces the first as requested.
    if terms.ifPending == nil {
      try RepeatedIDs.refuse(entries, consequence: "nothing was submitted")
    }
    var batch = try SubmittedBatch(entries, self, Session(connection))
    try batch.submit()
  }
}
