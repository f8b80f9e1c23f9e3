import Foundation
import Testing

@testable import AppLifecycle

/// Modules: their order, their limits, their functions and events.
@MainActor @Suite struct ModuleTests {
  private func context(
    _ provider: ModulesProvider, taking milliseconds: Int = 0,
    limit: Duration? = .milliseconds(200),
    isHeadless: Bool = false
  ) -> AppContext {
    Slow.milliseconds = milliseconds
    let context = AppContext(limits: ModuleLimits(limit: limit) { .milliseconds(Slow.passed) })
    context.load(provider, isHeadless: isHeadless)
    return context
  }

  private func message(_ context: AppContext, _ name: String) -> String? {
    do {
      _ = try context.requireNativeModule(name)
      return nil
    } catch {
      return error.description
    }
  }

  private var three: ModulesProvider {
    ModulesProvider(modules: [First.self, Slow.self, Last.self])
  }

  @Test(arguments: [(0, true), (50, true), (200, true), (201, false)])
  func aModuleOverItsLimitLosesThoseAfterIt(milliseconds: Int, isThere: Bool) {
    let context = context(three, taking: milliseconds)
    #expect(message(context, "First") == nil && message(context, "Slow") == nil)
    #expect((message(context, "Last") == nil) == isThere)
    if isThere { return }
    #expect(
      message(context, "Last")
        == "Cannot find native module 'Last': Slow took 201 ms for OnCreate, and modules after it were not created"
    )
  }

  @Test func withoutALimitNoneIsLost() {
    #expect(message(context(three, taking: 60_000, limit: nil), "Last") == nil)
  }

  @Test func whatTheAppHasNotIsNamedWithWhatItHas() {
    #expect(
      message(context(three), "Lost")
        == "Cannot find native module 'Lost': the app has First, Last, Slow")
    #expect(
      message(context(ModulesProvider()), "Lost")
        == "Cannot find native module 'Lost': the app has none")
  }

  @Test func aLazyModuleIsCreatedOnceAndInTheForeground() throws {
    let provider = ModulesProvider(lazyModules: [First.self])
    let context = context(provider)
    #expect(context.overrun == nil)
    let module = try context.requireNativeModule("First")
    #expect(try context.requireNativeModule("First") === module)
    #expect(throws: ModuleError.self) { try context.requireNativeModule("Lost") }
    let headless = self.context(provider, isHeadless: true)
    #expect(message(headless, "First")?.contains("lazy ones (First) are created in the") == true)
  }

  @Test func aLazyModuleThatIsSlowLosesNone() throws {
    let provider = ModulesProvider(modules: [First.self], lazyModules: [Slow.self, Last.self])
    let context = context(provider, taking: 350)
    #expect(message(context, "Slow") == nil && message(context, "Last") == nil)
    #expect(message(context, "Lost")?.hasSuffix("the app has First, Last, Slow") == true)
  }

  @Test func functionsTakeArgumentsOfTheirTypes() async throws {
    let module = try context(ModulesProvider(modules: [First.self])).requireNativeModule("First")
    #expect(try module.call("add", 2, 3) as? Int == 5)
    #expect(try await module.callAsync("greet", "you") as? String == "hello you")
    for (arguments, problem) in [
      ([2], "add: argument 2 of type Int is missing"),
      ([2, "3"], "add: argument 2 is of type String; pass Int"),
      ([2, 3, 4], "add takes 2 arguments, but 3 were passed"),
    ] as [([Any], String)] {
      let error = #expect(throws: ModuleError.self) {
        switch arguments.count {
        case 1: try module.call("add", arguments[0])
        case 2: try module.call("add", arguments[0], arguments[1])
        default: try module.call("add", arguments[0], arguments[1], arguments[2])
        }
      }
      #expect(error?.description == problem)
    }
    let error = #expect(throws: ModuleError.self) { try module.call("greet") }
    #expect(error?.description == "First has no Function 'greet'; it has add")
  }

  @Test func aPromiseIsTheAnswer() async throws {
    let module = try context(ModulesProvider(modules: [Promising.self]))
      .requireNativeModule("Promising")
    #expect(try await module.callAsync("late", 3) as? Int == 6)
    #expect(try await module.callAsync("twice") as? String == "first")
    let coded = await #expect(throws: Exception.self) { try await module.callAsync("reject") }
    #expect(coded?.code == "E_LOST" && coded?.errorDescription == "it is lost")
    let named = await #expect(throws: Exception.self) { try await module.callAsync("fail", 7) }
    #expect(named?.code == "ERR_UPLOAD_FAILED" && named?.reason == "upload 7 has failed")
    #expect("\(try #require(named))" == "UploadFailedException: upload 7 has failed")
  }

  @Test func constantsAreAskedForOnce() throws {
    let module = try context(ModulesProvider(modules: [Promising.self]))
      .requireNativeModule("Promising")
    #expect(module.constants["asked"] as? Int == 1 && module.constants["asked"] as? Int == 1)
    let none = try context(ModulesProvider(modules: [First.self])).requireNativeModule("First")
    #expect(none.constants.isEmpty)
  }

  // MARK: Events

  @Test func whatWasSentBeforeAnybodyListenedIsToldOnceInOrder() throws {
    let context = context(ModulesProvider(modules: [First.self]))
    let module = try context.requireNativeModule("First")
    let first = try #require(module.instance as? First)
    for number in 1...3 { first.sendEvent("onData", ["number": number]) }
    first.sendEvent("onOther")
    var heard: [Int] = []
    let subscription = module.addListener("onData") { heard.append($0["number"] as? Int ?? 0) }
    #expect(heard == [1, 2, 3] && first.observing == ["start"])
    first.sendEvent("onData", ["number": 4])
    var later: [Int] = []
    let second = module.addListener("onData") { later.append($0["number"] as? Int ?? 0) }
    first.sendEvent("onData", ["number": 5])
    #expect(heard == [1, 2, 3, 4, 5] && later == [5])
    subscription.remove()
    subscription.remove()
    #expect(first.observing == ["start"])
    second.remove()
    #expect(first.observing == ["start", "stop"])
    first.sendEvent("onData", ["number": 6])
    module.addListener("onData") { later.append($0["number"] as? Int ?? 0) }
    #expect(heard.last == 5 && later == [5, 6])
  }

  @Test func ofWhatNobodyHearsTheNewestAreKept() throws {
    let context = context(ModulesProvider(modules: [First.self]))
    let module = try context.requireNativeModule("First")
    let first = try #require(module.instance as? First)
    for number in 1...100_000 { first.sendEvent("onData", ["number": number]) }
    var heard: [Int] = []
    module.addListener("onData") { heard.append($0["number"] as? Int ?? 0) }
    #expect(heard == Array(99_901...100_000))
  }

  @Test func anEventMayBeSentFromAnyThread() async throws {
    let context = context(ModulesProvider(modules: [First.self]))
    let module = try context.requireNativeModule("First")
    let first = try #require(module.instance as? First)
    let numbers = AsyncStream<Int>.makeStream()
    module.addListener("onData") { numbers.continuation.yield($0["number"] as? Int ?? 0) }
    DispatchQueue.global().async {
      for number in 1...3 { first.sendEvent("onData", ["number": number]) }
    }
    var heard: [Int] = []
    for await number in numbers.stream {
      heard.append(number)
      if number == 3 { break }
    }
    #expect(heard == [1, 2, 3])
  }

  @Test func anEventThatIsNotDeclaredIsFatal() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let context = AppContext(limits: ModuleLimits())
        context.load(ModulesProvider(modules: [First.self]), isHeadless: false)
        _ = try? context.requireNativeModule("First").addListener("onNothing") { _ in }
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      said.contains(
        "`onNothing` is not a supported event type for First. Supported events are: `onData`, `onOther`"
      ))
  }

  @Test func aSecondInstanceIsFatalAndNamesBoth() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let context = AppContext(limits: ModuleLimits())
        context.load(ModulesProvider(modules: [First.self]), isHeadless: false)
        _ = First(appContext: context)
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("A second instance of module First is created, in "))
    #expect(said.contains("the first was created by the list of modules"))
  }

  @Test func twoModulesOfOneNameAreFatal() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let context = AppContext(limits: ModuleLimits())
        context.load(ModulesProvider(modules: [First.self, Namesake.self]), isHeadless: false)
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("Two modules have the name 'First': First and Namesake"))
  }

  // MARK: Configuration

  @Test func aFileSaysWhichThereAre() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID())-expo-module.config.json")
    defer { try? FileManager.default.removeItem(at: file) }
    func provider(_ text: String) throws -> ModulesProvider {
      try Data(text.utf8).write(to: file)
      return try ModulesProvider(
        config: file, modules: [First.self, Last.self], subscribers: [Yes.self])
    }
    let both = try provider(
      #"{"platforms": ["ios"], "ios": {"modules": ["Last", "First"], "appDelegateSubscribers": ["Yes"]}}"#
    )
    #expect(both.getModuleClasses().map { "\($0)" } == ["Last", "First"])
    #expect(both.getAppDelegateSubscribers().map { "\($0)" } == ["Yes"])
    #expect(try provider(#"{"apple": {"modules": ["First"]}}"#).getModuleClasses().count == 1)
    let unknown = #expect(throws: ModuleError.self) {
      try provider(#"{"ios": {"modules": ["Frist"]}}"#)
    }
    #expect(
      unknown?.description
        == "\(file.path): modules: class 'Frist' not found; classes of the app: First, Last")
    #expect(throws: ModuleError.self) { try provider("{") }
    #expect(throws: ModuleError.self) { try provider(#"{"ios": {"modules": [1]}}"#) }
  }

  @Test(arguments: [
    ("200ms", Duration.milliseconds(200)), ("2s", .seconds(2)), ("0ms", nil), ("-1s", nil),
    ("5", nil), ("ms", nil), ("9999999999999999999s", nil), ("1h", nil),
  ])
  func aLimitIsReadFromText(text: String, duration: Duration?) {
    #expect(ModuleLimits.duration(text) == duration)
  }
}

private final class First: Module {
  var observing: [String] = []

  func definition() -> ModuleDefinition {
    Name("First")
    Events("onData", "onOther")
    Function("add") { (one: Int, other: Int) in one + other }
    AsyncFunction("greet") { (name: String) async in "hello \(name)" }
    OnStartObserving { self.observing.append("start") }
    OnStopObserving { self.observing.append("stop") }
  }
}

private final class Promising: Module {
  private var asked = 0

  func definition() -> ModuleDefinition {
    Constants {
      self.asked += 1
      return ["asked": self.asked]
    }
    AsyncFunction("late") { (number: Int, promise: Promise) in
      DispatchQueue.global().async { promise.resolve(number * 2) }
    }
    AsyncFunction("twice") { (promise: Promise) in
      promise.resolve("first")
      promise.reject("E_LATE", "not told")
    }
    AsyncFunction("reject") { (promise: Promise) in promise.reject("E_LOST", "it is lost") }
    AsyncFunction("fail") { (number: Int) in throw UploadFailedException(number) }
  }
}

private final class UploadFailedException: GenericException<Int>, @unchecked Sendable {
  override var reason: String { "upload \(param) has failed" }
}

private final class Slow: Module {
  nonisolated(unsafe) static var milliseconds = 0
  nonisolated(unsafe) static var passed = 0

  func definition() -> ModuleDefinition {
    OnCreate { Slow.passed += Slow.milliseconds }
  }
}

private final class Last: Module {
  func definition() -> ModuleDefinition { Name("Last") }
}

private final class Namesake: Module {
  func definition() -> ModuleDefinition { Name("First") }
}

final class Yes: ExpoAppDelegateSubscriber {}
