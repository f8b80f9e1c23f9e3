import BackgroundTasks
import Foundation

/// Names the modules and subscribers of an app, with Expo's name. Derive from it and list them, or select them by a
/// file.
@MainActor open class ModulesProvider {
  private let modules: [any AnyModule.Type]
  private let lazyModules: [any AnyModule.Type]
  private let subscribers: [any ExpoAppDelegateSubscriberProtocol.Type]

  /// Creates a provider of these classes.
  ///
  /// - Parameters:
  ///   - modules: The modules that are created at each launch, in this order.
  ///   - lazyModules: The modules that are created at their first use, and only in the foreground.
  ///   - subscribers: The subscribers that receive the events of the app's life, in this order.
  public init(
    modules: [any AnyModule.Type] = [], lazyModules: [any AnyModule.Type] = [],
    subscribers: [any ExpoAppDelegateSubscriberProtocol.Type] = []
  ) {
    (self.modules, self.lazyModules, self.subscribers) = (modules, lazyModules, subscribers)
  }

  /// Reads `modules` and `appDelegateSubscribers` below `apple` or `ios` in an `expo-module.config.json`, in order.
  ///
  /// - Parameters:
  ///   - config: The file.
  ///   - modules: The modules that the file may name.
  ///   - subscribers: The subscribers that the file may name.
  /// - Throws: `ModuleError` if the file cannot be read, or names an unknown class.
  public convenience init(
    config: URL, modules: [any AnyModule.Type],
    subscribers: [any ExpoAppDelegateSubscriberProtocol.Type]
  ) throws(ModuleError) {
    let file = try ModuleConfig(config)
    self.init(
      modules: try file.classes("modules", file.modules, modules),
      subscribers: try file.classes("appDelegateSubscribers", file.subscribers, subscribers))
  }

  /// The modules that are created at each launch, in order.
  open func getModuleClasses() -> [any AnyModule.Type] { modules }

  /// The modules that are created at their first use, and only in the foreground.
  open func getLazyModuleClasses() -> [any AnyModule.Type] { lazyModules }

  /// The subscribers, in the order in which they receive events.
  open func getAppDelegateSubscribers() -> [any ExpoAppDelegateSubscriberProtocol.Type] {
    subscribers
  }
}

/// The contents of an expo-module.config.json.
private struct ModuleConfig {
  private struct Contents: Decodable {
    struct Platform: Decodable {
      var modules: [String]?
      var appDelegateSubscribers: [String]?
    }

    var apple: Platform?
    var ios: Platform?
  }

  let path: String
  let modules: [String]
  let subscribers: [String]

  /// Reads the names of the classes for this platform in an `expo-module.config.json`. Throws a `ModuleError` if the
  /// file cannot be read.
  init(_ file: URL) throws(ModuleError) {
    path = file.path
    do {
      let contents = try JSONDecoder().decode(Contents.self, from: Data(contentsOf: file))
      let platform = contents.apple ?? contents.ios
      modules = platform?.modules ?? []
      subscribers = platform?.appDelegateSubscribers ?? []
    } catch {
      throw ModuleError("\(file.path) cannot be read: \(error)")
    }
  }

  /// Returns the classes with these names, in the order of the names. Throws a `ModuleError`, which mentions `key`, if
  /// `types` does not contain a named class.
  func classes<Type>(
    _ key: String, _ names: [String], _ types: [Type]
  ) throws(ModuleError) -> [Type] {
    var classes: [Type] = []
    for name in names {
      guard let type = types.first(where: { "\($0)" == name }) else {
        let known = types.map { "\($0)" }.joined(separator: ", ")
        throw ModuleError(
          "\(path): \(key): class '\(name)' not found; classes of the app: "
            + (known.isEmpty ? "none" : known))
      }
      classes.append(type)
    }
    return classes
  }
}
