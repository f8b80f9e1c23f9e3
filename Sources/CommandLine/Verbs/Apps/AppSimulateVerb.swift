import ArgumentParser

package struct AppSimulateVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run an app through days of a simulated device.",
    usage: """
      rubatoctl app simulate <directory|executable> <scenario> --days 14
      rubatoctl app simulate <directory|executable> --trace <file> --days 14
      """,
    discussion: """
      Runs the app's own processes. A private daemon with a virtual clock starts them for tasks. The \
      verb starts them when the user of the scenario or the trace opens the app, and ends them with \
      SIGTERM when the user leaves it. Time is skipped while nothing of the app runs; while a task \
      runs, it passes as on the clock of this machine. Nothing is installed: the daemon and its state are removed at the \
      end. docs/testing-apps.md has an example.
      """)

  @Argument(help: "Directory or executable of the app.", completion: .file())
  package var path: String

  @Option(
    help: ArgumentHelp("Info.plist of the app, if it is in another place.", valueName: "file"),
    completion: .file(extensions: ["plist"]))
  package var infoPlist: String?

  @Option(
    help: ArgumentHelp(
      "App of the scenario or trace whose use is applied to this app (default: the first).",
      valueName: "name"))
  package var user: String?

  @OptionGroup(title: "World options")
  package var world: WorldOptions

  @Option(
    help: ArgumentHelp("Write an HTML report with a timeline to this file.", valueName: "file"))
  package var report: String?

  @OptionGroup(title: "The app's surroundings")
  package var context: SubmitContext

  @Flag(help: "Print JSON.")
  package var json = false

  package init() {}

  package func validate() throws {
    try world.checkIsNamed()
    guard world.workRequests == nil else {
      throw ValidationError(
        "--work-requests has no effect on an app that is run; use it with `rubatoctl simulate`.")
    }
  }
}
