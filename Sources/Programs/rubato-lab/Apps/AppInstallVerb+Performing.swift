import Control
import Terminal
import Verbs

extension AppInstallVerb: LaboratoryWork {
  /// Finds the app's executable and its Info.plist, installs the app with the daemon, and prints a sentence about the
  /// installed app.
  func perform() throws {
    let app = try AppLayout(path, infoPlist: infoPlist)
    var command = try context.resolve([app.executable])
    // The app's own files: its user's processes and the daemon's must use the same place.
    for name in ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
      command.environment[name] = command.environment[name] ?? Process.environment[name]
    }
    let session = try Session(connection)
    let earlierApp = try session.call(ListApps()).apps.first { $0.id == app.info.identifier }
    // Without a typed directory, the daemon uses that of the executable.
    let reply = try session.call(
      InstallApp(
        id: app.info.identifier, program: app.executable,
        directory: context.directory == nil ? nil : command.directory,
        environment: command.environment, permittedIdentifiers: app.info.permittedIdentifiers,
        backgroundModes: app.info.backgroundModes, entitlements: app.info.entitlements))
    try session.printAnswer(reply.app) { _ in
      [InstallationText.sentence(reply.app, after: earlierApp)]
    }
  }
}
