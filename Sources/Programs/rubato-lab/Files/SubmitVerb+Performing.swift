import Verbs

extension SubmitVerb: LaboratoryWork {
  /// Submits the task of a file.
  func perform() throws {
    guard let file = work.file else { throw Failure.usage("no file to submit is given") }
    var call = try SubmittedFile(file).call(terms, context)
    try exact.apply(to: &call, isOfFile: true)
    try submit(call, Session(connection))
  }
}
