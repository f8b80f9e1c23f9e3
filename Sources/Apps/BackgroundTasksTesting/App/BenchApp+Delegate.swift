import AppLifecycle
import Foundation

extension BenchApp {
  /// An app with a delegate of AppLifecycle's, by its Info.plist. Each process that it would have has an application and a delegate of
  /// its own, and is told of its life, of remote notifications and fetches as on a phone.
  ///
  /// - Parameters:
  ///   - delegate: The class of the delegate.
  ///   - infoPlist: The app's Info.plist. Where it cannot be read or has no CFBundleIdentifier, the test fails.
  public init(delegate: any UIApplicationDelegate.Type, infoPlist: URL) {
    self.init(
      infoPlist: infoPlist, launch: Self.launch(delegate), enterBackground: Self.enterBackground)
    enterForeground = Self.enterForeground
  }

  /// The same by what its Info.plist says.
  ///
  /// - Parameters:
  ///   - delegate: The class of the delegate.
  ///   - identifier: CFBundleIdentifier.
  ///   - permittedIdentifiers: BGTaskSchedulerPermittedIdentifiers. An app that asks for fetches has none.
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

  private static func launch(
    _ delegate: any UIApplicationDelegate.Type
  ) -> @Sendable () async -> Void {
    { await MainActor.run { UIApplication.launchAnew(DelegateCreation.make(delegate)) } }
  }

  @Sendable private static func enterBackground() async {
    await MainActor.run { UIApplication.shared.moveToBackground() }
  }

  @Sendable private static func enterForeground() async {
    await MainActor.run { UIApplication.shared.moveToForeground() }
  }
}
