import ArgumentParser
import Control
import Terminal

struct LogsVerb: Verb {
  static let onlyLooks = true
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "What a run printed, as it printed it.",
    usage: "rubatoctl logs (<id> | --run <number>)")

  @Argument(help: "The request's id: its newest run.", completion: RequestNames.completion)
  var id: String?

  @Option(help: ArgumentHelp("The run's number.", valueName: "number"))
  var run: String?

  @Option(help: ArgumentHelp("The app that the request belongs to.", valueName: "id"))
  var app: String?

  @OptionGroup var owner: OwnerOptions
  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard (id == nil) != (run == nil) else {
      throw ValidationError("name a request, or a run with --run")
    }
  }

  func perform(_ session: Session) throws(Failure) {
    let call = Logs(
      run: try OptionValue.run(run), id: id, app: app, owner: try owner.uid())
    var whole: Logs.Reply?
    try session.more(call) { piece in
      if !session.isJSON { Output.write(piece.text) }
      let text = session.isJSON ? (whole?.text ?? "") + piece.text : ""
      let truncated = piece.truncated || whole?.truncated == true
      whole = Logs.Reply(run: piece.run, text: text, truncated: truncated)
    }
    if let whole, session.isJSON { Output.print(JSONLayout.indented(whole)) }
    if !session.isJSON, whole?.truncated == true {
      Output.printError("rubatoctl: older output was dropped")
    }
  }
}
