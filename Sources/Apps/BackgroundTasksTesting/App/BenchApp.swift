import BackgroundTasks
import Foundation
import Scheduling

/// An app under test: the contents of its Info.plist, and its code.
public struct BenchApp: Sendable {
  /// CFBundleIdentifier.
  public let identifier: String
  let declaration: AppBundle.Declaration
  let launch: @Sendable () async -> Void
  let enterBackground: @Sendable () async -> Void
  /// The app's code for the user's return to a process that has not ended.
  var enterForeground: @Sendable () async -> Void = {}
  /// The reason why the app cannot be tested; `nil` if it can.
  let problem: BenchError?

  /// Creates an app from its Info.plist.
  ///
  /// - Parameters:
  ///   - infoPlist: The app's Info.plist. The test fails if it cannot be read or has no CFBundleIdentifier.
  ///   - launch: The code of a launch: it registers all handlers. It is called for each process that the app would
  ///     have, and must reset the state that a new process would not have.
  ///   - enterBackground: The app's code for when its user leaves it.
  public init(
    infoPlist: URL, launch: @escaping @Sendable () async -> Void,
    enterBackground: @escaping @Sendable () async -> Void = {}
  ) {
    TestRepetition.watch()
    let bundle = AppBundle(infoPlist: infoPlist)
    identifier = bundle?.identifier ?? ""
    declaration =
      bundle?.declaration
      ?? AppBundle.Declaration(permittedIdentifiers: [], backgroundModes: [])
    problem = InfoPlistCheck.problem(of: infoPlist)
    self.launch = launch
    self.enterBackground = enterBackground
  }

  /// Creates an app from the contents of its Info.plist.
  ///
  /// - Parameters:
  ///   - identifier: CFBundleIdentifier.
  ///   - permittedIdentifiers: BGTaskSchedulerPermittedIdentifiers.
  ///   - backgroundModes: UIBackgroundModes.
  ///   - entitlements: The names of its entitlements.
  ///   - launch: See the initializer above.
  ///   - enterBackground: See the initializer above.
  public init(
    identifier: String, permittedIdentifiers: [String],
    backgroundModes: [String] = ["fetch", "processing"], entitlements: [String] = [],
    launch: @escaping @Sendable () async -> Void,
    enterBackground: @escaping @Sendable () async -> Void = {}
  ) {
    TestRepetition.watch()
    self.identifier = identifier
    problem = nil
    declaration = AppBundle.Declaration(
      permittedIdentifiers: permittedIdentifiers, backgroundModes: backgroundModes,
      entitlements: entitlements)
    self.launch = launch
    self.enterBackground = enterBackground
  }

  /// The identifier in the Info.plist that is nearest to another one; `nil` if it is not a typing error of any.
  func nearestIdentifier(to identifier: String) -> String? {
    Suggestion.nearest(to: identifier, among: plainIdentifiers)
  }

  /// The identifiers that it may submit, without wildcards.
  var plainIdentifiers: [String] {
    declaration.permittedIdentifiers.filter { !$0.hasSuffix(".*") }
  }
}

/// A request of a test that a bench cannot fulfil.
public struct BenchError: Error, CustomStringConvertible {
  /// The request, the reason, and the remedy.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
