import BackgroundTasks
import Foundation

/// The modules of an app, with Expo's name.
@MainActor public final class AppContext {
  /// A module that exceeded its limit, so that the modules after it are missing.
  struct Overrun {
    let name: String
    let duration: Duration
  }

  private let limits: ModuleLimits
  /// The longest time for `OnCreate`. The daemon is asked for it only after a module has exceeded the expected time.
  private lazy var limit = limits.allowed(by: OwnProcess.current.moduleLimit)
  private var modules: [NativeModule] = []
  private var lazyClasses: [any AnyModule.Type] = []
  /// Lazy modules whose name is known and that have not been created yet.
  private var lazyModules: [NativeModule] = []
  /// The creator of each module's only instance, by the module's class.
  private var creators: [ObjectIdentifier: String] = [:]
  private var missing: [String] = []
  private(set) var overrun: Overrun?
  private var isHeadless = false
  /// Whether a launch is in progress. A lazy module is created later, so an overrun of it affects no other module.
  private var isLaunching = false
  /// Whether the library itself is creating an instance of a module.
  private var isDefining = false

  init(limits: ModuleLimits) {
    self.limits = limits
  }

  /// Ends the process with a message, since a module breaks a rule of modules.
  nonisolated static func fail(_ message: String) -> Never { OwnProcess.fail(message) }

  // MARK: Loading

  /// Creates the modules of `provider` in order, until the `OnCreate` of one exceeds the limit of a launch. Then logs
  /// that module and the modules that were not created.
  func load(_ provider: ModulesProvider, isHeadless: Bool) {
    self.isHeadless = isHeadless
    lazyClasses = provider.getLazyModuleClasses()
    isLaunching = true
    defer { isLaunching = false }
    for type in provider.getModuleClasses() {
      // `create` sets `overrun` if the module exceeds the limit.
      if overrun == nil { create(type) } else { missing.append("\(type)") }
    }
    guard let overrun, let limit else { return }
    Log.write(
      "\(overrun.name) took \(overrun.duration.milliseconds) for OnCreate, above the limit of \(limit.milliseconds):"
        + (missing.isEmpty
          ? " no module follows" : " modules not created: \(missing.joined(separator: ", "))")
        + ". Do its work later, and register handlers of tasks in a subscriber")
  }

  /// Creates a module of a launch and runs its `OnCreate`.
  private func create(_ type: any AnyModule.Type) { add(define(type)) }

  /// Creates a module and reads its definition. Its `OnCreate` is not called yet.
  private func define(_ type: any AnyModule.Type) -> NativeModule {
    isDefining = true
    defer { isDefining = false }
    let instance = type.init(appContext: self)
    return NativeModule(instance, instance.definition())
  }

  /// Adds a module and runs its `OnCreate`. A second module with the same name ends the process.
  private func add(_ module: NativeModule) {
    if let other = modules.first(where: { $0.name == module.name }) {
      Self.fail(
        "Two modules have the name '\(module.name)': \(other.typeName) and \(module.typeName); rename one of them"
          + " with Name(...)")
    }
    modules.append(module)
    runOnCreate(of: module)
  }

  /// Runs the `OnCreate` of a module and measures it. A duration above the limit is kept in `overrun` during a launch;
  /// otherwise a duration above the expected time is logged.
  private func runOnCreate(of module: NativeModule) {
    // A watch runs in real time, and a test's clock does not.
    let watch = limits.isReal ? SlowModuleWatch(module.name, expected: limits.expected) : nil
    let began = limits.now()
    module.definition.onCreate?()
    let duration = limits.now() - began
    watch?.end()
    if isOverrun(duration) {
      overrun = Overrun(name: module.name, duration: duration)
    } else if duration > limits.expected {
      Log.write(
        "\(module.name) took \(duration.milliseconds) for OnCreate; expected: at most \(limits.expected.milliseconds)"
      )
    }
  }

  /// Whether a duration exceeds the limit of a launch. Reading `limit` can call the daemon, so it is read only for a
  /// duration that is above the expected time or above a shorter fixed limit.
  private func isOverrun(_ duration: Duration) -> Bool {
    let mayExceedLimit = duration > min(limits.expected, limits.limit ?? limits.expected)
    guard isLaunching, mayExceedLimit, let limit else { return false }
    return duration > limit
  }

  /// Records the new instance of a module. A second instance of the same class ends the process, regardless of its
  /// creator.
  func registerInstance(_ module: BaseModule) {
    let type = ObjectIdentifier(Swift.type(of: module))
    let creator = isDefining ? "by the list of modules" : Self.caller
    if let firstCreator = creators.updateValue(creator, forKey: type) {
      Self.fail(
        "A second instance of module \(Swift.type(of: module)) is created, \(creator); the first was created"
          + " \(firstCreator). Get it with requireNativeModule instead")
    }
  }

  /// The nearest function on the stack that is not in this library.
  private static var caller: String {
    let mangledLibraryName = "12AppLifecycle"
    let frame = Thread.callStackSymbols.first { !$0.contains(mangledLibraryName) }
    return "in \(frame ?? "an unknown function")"
  }

  // MARK: Lookup

  /// Returns the module with this name. A lazy module is created by the first call, but only in the foreground.
  ///
  /// - Throws: `ModuleError` with the reason, if the module does not exist.
  public func requireNativeModule(_ name: String) throws(ModuleError) -> NativeModule {
    if let module = modules.first(where: { $0.name == name || $0.typeName == name }) {
      return module
    }
    if let module = removeLazyModule(name) {
      add(module)
      return module
    }
    var text = "Cannot find native module '\(name)'"
    if let overrun {
      text +=
        ": \(overrun.name) took \(overrun.duration.milliseconds) for OnCreate, and modules after it were not created"
    } else {
      let names = modules.map(\.name).sorted().joined(separator: ", ")
      text += names.isEmpty ? ": the app has none" : ": the app has \(names)"
    }
    if isHeadless, !lazyClasses.isEmpty {
      let names = lazyClasses.map { "\($0)" }.joined(separator: ", ")
      text +=
        "; lazy ones (\(names)) are created in the foreground only, and the daemon has started this process for a task"
    }
    throw ModuleError(text)
  }

  /// Returns the lazy module with this name, whose `OnCreate` was not run yet, and removes it from the lazy modules;
  /// `nil` if there is none, or in a headless process. The first call defines all lazy modules, since only a
  /// definition contains the name.
  private func removeLazyModule(_ name: String) -> NativeModule? {
    if isHeadless { return nil }
    lazyModules += lazyClasses.map { define($0) }
    lazyClasses = []
    guard let index = lazyModules.firstIndex(where: { $0.name == name || $0.typeName == name })
    else { return nil }
    return lazyModules.remove(at: index)
  }

  /// Calls a handler of the app's life in each module.
  func call(_ body: KeyPath<ModuleDefinition, ModuleDefinition.Body?>) {
    for module in modules { module.definition[keyPath: body]?() }
  }

  /// Passes an event to the listeners of the module that sends it. The process ends if the module's definition was not
  /// read yet or does not declare the event.
  func send(_ event: String, _ body: [String: Any?], from sender: BaseModule) {
    guard let module = modules.first(where: { $0.instance === sender }) else {
      Self.fail(
        "\(type(of: sender)) sends \(event) before its definition was read; send events only from OnCreate on"
      )
    }
    module.send(event, body)
  }
}

/// Returns the module with this name, in an app whose delegate is an `ExpoAppDelegate`.
///
/// - Throws: `ModuleError` with the reason, if the module does not exist.
@MainActor public func requireNativeModule(_ name: String) throws(ModuleError) -> NativeModule {
  guard let delegate = UIApplication.shared.delegate as? ExpoAppDelegate else {
    throw ModuleError(
      "Cannot find native module '\(name)': the delegate of the app is not an ExpoAppDelegate")
  }
  return try delegate.appContext.requireNativeModule(name)
}

/// Logs that an OnCreate takes long while it runs. The report of a killed launch then ends with the module's name.
private final class SlowModuleWatch {
  private let timer: any DispatchSourceTimer

  /// Starts a timer that logs the module if its `OnCreate` has not returned after the expected time.
  init(_ name: String, expected: Duration) {
    timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + expected / .seconds(1))
    timer.setEventHandler {
      Log.write("OnCreate of \(name) has not returned after \(expected.milliseconds)")
    }
    timer.resume()
  }

  /// Stops the timer. Called when `OnCreate` has returned.
  func end() { timer.cancel() }
}
