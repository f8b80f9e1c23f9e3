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
      The Info.plist names the app (CFBundleIdentifier), its executable (CFBundleExecutable), and what it \
      may submit (BGTaskSchedulerPermittedIdentifiers, UIBackgroundModes). It is looked for in the \
      directory, in its Contents, and beside the executable. Nothing is copied: the daemon starts the \
      executable where it is, as you, with your HOME, PATH, language and XDG directories, as they are now.
      """)

  @Argument(help: "The directory or executable of the app.", completion: .file())
  package var path: String

  @Option(
    help: ArgumentHelp("The app's Info.plist, where it is elsewhere.", valueName: "file"),
    completion: .file(extensions: ["plist"]))
  package var infoPlist: String?

  @OptionGroup package var context: SubmitContext
  @OptionGroup package var connection: ConnectionOptions

  package init() {}
}
