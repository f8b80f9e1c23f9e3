import ArgumentParser

package struct AppInstallVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install an app that the daemon starts for its tasks.",
    usage: """
      rubatoctl app install <directory>
      rubatoctl app install <executable> [--info-plist <file>]
      """,
    discussion: """
      The Info.plist names the app (CFBundleIdentifier), its executable (CFBundleExecutable), and the tasks that it \
      may submit (BGTaskSchedulerPermittedIdentifiers, UIBackgroundModes). It is searched in the \
      directory, in its Contents, and next to the executable. Nothing is copied: the daemon starts the \
      executable in its place, as you, with your HOME, PATH, language and XDG directories, as they are now.
      """)

  @Argument(help: "Directory or executable of the app.", completion: .file())
  package var path: String

  @Option(
    help: ArgumentHelp("Info.plist of the app, if it is in another place.", valueName: "file"),
    completion: .file(extensions: ["plist"]))
  package var infoPlist: String?

  @OptionGroup package var context: SubmitContext
  @OptionGroup package var connection: ConnectionOptions

  package init() {}
}
