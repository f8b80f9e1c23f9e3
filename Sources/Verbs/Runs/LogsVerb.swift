import ArgumentParser
import Control
import Terminal

struct LogsVerb: Verb {
  static let onlyLooks = true
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "What a run printed, as it printed it.",
    usage: "rubatoctl logs (<id> | --run <number>)")

  @OptionGroup var chosen: RunOptions
  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let call = Logs(
      run: try OptionValue.run(chosen.run), id: chosen.id, app: chosen.app,
      owner: try chosen.owner.uid())
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
