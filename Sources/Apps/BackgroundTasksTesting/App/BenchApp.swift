import BackgroundTasks
import Foundation

/// An app that is to be tested: what its Info.plist says, and what it does.
public struct BenchApp: Sendable {
  /// CFBundleIdentifier.
  public let identifier: String
  let declaration: AppBundle.Declaration
  let launch: @Sendable () async -> Void
  let enterBackground: @Sendable () async -> Void
  /// What it does when its user comes back to a process that has not ended.
  var enterForeground: @Sendable () async -> Void = {}
  /// Why it cannot be tested; nil where it can.
  let problem: BenchError?

  /// An app by its Info.plist.
  ///
  /// - Parameters:
  ///   - infoPlist: The app's Info.plist. Where it cannot be read or has no CFBundleIdentifier, the test fails.
  ///   - launch: What its launch does: it registers all handlers. It is called for each process that the app would have; what a
  ///     new process would not know it has to forget.
  ///   - enterBackground: What it does when its user leaves it.
  public init(
    infoPlist: URL, launch: @escaping @Sendable () async -> Void,
    enterBackground: @escaping @Sendable () async -> Void = {}
  ) {
    let bundle = AppBundle(infoPlist: infoPlist)
    identifier = bundle?.identifier ?? ""
    declaration =
      bundle?.declaration
      ?? AppBundle.Declaration(permittedIdentifiers: [], backgroundModes: [])
    problem =
      bundle == nil
      ? BenchError(
        "\(infoPlist.path) is no property list with a CFBundleIdentifier; give the app's Info.plist"
      )
      : nil
    self.launch = launch
    self.enterBackground = enterBackground
  }

  /// An app by what its Info.plist says.
  ///
  /// - Parameters:
  ///   - identifier: CFBundleIdentifier.
  ///   - permittedIdentifiers: BGTaskSchedulerPermittedIdentifiers.
  ///   - backgroundModes: UIBackgroundModes.
  ///   - entitlements: The names of its entitlements.
  ///   - launch: As above.
  ///   - enterBackground: As above.
  public init(
    identifier: String, permittedIdentifiers: [String],
    backgroundModes: [String] = ["fetch", "processing"], entitlements: [String] = [],
    launch: @escaping @Sendable () async -> Void,
    enterBackground: @escaping @Sendable () async -> Void = {}
  ) {
    self.identifier = identifier
    problem = nil
    declaration = AppBundle.Declaration(
      permittedIdentifiers: permittedIdentifiers, backgroundModes: backgroundModes,
      entitlements: entitlements)
    self.launch = launch
    self.enterBackground = enterBackground
  }

  /// What it may submit, without wildcards.
  var plainIdentifiers: [String] {
    declaration.permittedIdentifiers.filter { !$0.hasSuffix(".*") }
  }
}

/// Something that a test asked of a bench and that cannot be.
public struct BenchError: Error, CustomStringConvertible {
  /// What was asked for, why it cannot be, and what to do.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
