import AppLifecycle
import Foundation

extension BenchApp {
  /// Creates an app with a delegate of AppLifecycle's and an Info.plist. Each of its processes has its own application
  /// and delegate, which receive the events of its life, remote notifications and fetches as on a phone.
  ///
  /// - Parameters:
  ///   - delegate: The class of the delegate.
  ///   - infoPlist: The app's Info.plist. The test fails if it cannot be read or has no CFBundleIdentifier.
  public init(delegate: any UIApplicationDelegate.Type, infoPlist: URL) {
    self.init(
      infoPlist: infoPlist, launch: Self.launch(delegate), enterBackground: Self.enterBackground)
    enterForeground = Self.enterForeground
  }

  /// Creates an app with a delegate of AppLifecycle's and the contents of an Info.plist.
  ///
  /// - Parameters:
  ///   - delegate: The class of the delegate.
  ///   - identifier: CFBundleIdentifier.
  ///   - permittedIdentifiers: BGTaskSchedulerPermittedIdentifiers; empty for an app that asks for fetches.
  ///   - backgroundModes: UIBackgroundModes.
  public init(
    delegate: any UIApplicationDelegate.Type, identifier: String,
    permittedIdentifiers: [String] = [],
    backgroundModes: [String] = ["fetch", "processing", "remote-notification"]
  ) {
    self.init(
      identifier: identifier, permittedIdentifiers: permittedIdentifiers,
      backgroundModes: backgroundModes, launch: Self.launch(delegate),
      enterBackground: Self.enterBackground)
    enterForeground = Self.enterForeground
  }

  /// Returns the code of a launch, which launches an application with a new delegate of this class.
  private static func launch(
    _ delegate: any UIApplicationDelegate.Type
  ) -> @Sendable () async -> Void {
    { await MainActor.run { UIApplication.relaunch(DelegateCreation.make(delegate)) } }
  }

  @Sendable private static func enterBackground() async {
    await MainActor.run { UIApplication.shared.moveToBackground() }
  }

  @Sendable private static func enterForeground() async {
    await MainActor.run { UIApplication.shared.moveToForeground() }
  }
}
