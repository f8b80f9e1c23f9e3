import JSON
import Scheduling

extension FailureCommand: TableRow {
  static let table = StoredTable(
    name: "failure_commands", columns: ["command", "owner", "app", "id", "report"],
    keys: ["(command)"], kept: ["command"])

  /// Binds the number and the key of the request, and as JSON the rest.
  func bind(to binder: inout Binder) {
    binder.bind(number)
    binder.bind(key)
    binder.bindJSON(writeReport)
  }

  var rowMisfit: Misfit? { misfit }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    let number = try row.integer()
    let key = try row.requestKey()
    var report = try row.members()
    self.init(number: number, key: key, line: try report.required("line"))
    try report.read("unit", &unit)
    try report.read("restarts", &restarts)
    try report.read("environment", &environment)
    try report.read("umask", &umask)
    if var members = try report.members("end") { end = try GivenUp(&members) }
    try report.read("lastRun", &lastRun)
    try report.read("attempts", &attempts)
    try report.read("isFinal", &isFinal)
    try report.read("missed", &missed)
    try report.read("message", &message)
  }

  /// Writes the content of the column `report`: the command line, the unit, the environment, and the failure.
  private func writeReport(to json: inout JSONWriter) {
    json.beginObject()
    json.member("line", line)
    json.member("unit", ifThere: unit)
    json.member("restarts", ifNotZero: restarts)
    json.member("environment", environment)
    json.member("umask", umask)
    json.member("end", ifThere: end)
    json.member("lastRun", ifThere: lastRun)
    json.member("attempts", ifNotZero: attempts)
    json.member("isFinal", isFinal)
    json.member("missed", ifThere: missed)
    json.member("message", ifThere: message)
    json.endObject()
  }
}
