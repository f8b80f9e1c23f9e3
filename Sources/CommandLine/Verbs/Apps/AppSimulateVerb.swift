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
      The app's own processes run, started by a private daemon with a virtual clock, and by you where \
      the user of the scenario or the trace opens the app; they end with SIGTERM when it is left. \
      Time passes as fast as it can while nothing of the app runs; while a task runs, it passes as on \
      the clock of this machine. Nothing is installed: the daemon and its state are removed at the \
      end. docs/testing-apps.md has an example.
      """)

  @Argument(help: "The directory or executable of the app.", completion: .file())
  package var path: String

  @Option(
    help: ArgumentHelp("The app's Info.plist, where it is elsewhere.", valueName: "file"),
    completion: .file(extensions: ["plist"]))
  package var infoPlist: String?

  @Option(
    help: ArgumentHelp(
      "The app of the scenario or trace whose user opens this one (default: the first).",
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

  package func validate() throws { try world.checkIsNamed() }
}
