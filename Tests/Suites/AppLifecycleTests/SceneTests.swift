import Testing

@testable import AppLifecycle

/// The parts of an app's scenes.
@MainActor @Suite struct SceneTests {
  @Test func tasksAndWindowsAreFoundHoweverTheyAreNested() {
    let parts = SceneParts.of(Nested().body)
    #expect(parts.tasks.map(\.identifier) == ["one", "two", "three"])
    #expect(parts.windows.count == 2)
    Seen.views = []
    for build in parts.windows { build() }
    #expect(Seen.views == ["first", "second"])
  }

  @Test func whatIsHeadlessBuildsNoWindow() {
    Seen.views = []
    let (process, parts) = (FakeProcess(), SceneParts.of(WindowGroup { Shown(name: "first") }))
    process.isLaunchedByDaemon = true
    UIApplication(process: process).launch(nil) { parts }
    #expect(Seen.views == [])
    UIApplication(process: FakeProcess()).launch(nil) { parts }
    #expect(Seen.views == ["first"])
  }

  // MARK: Forwarded events

  @Test func whatAScenesFollowsIsToldWhenItHasChanged() {
    let (application, seen) = (UIApplication(process: FakeProcess()), Followed())
    application.launch(nil) { SceneParts.of(FollowingScene(seen: seen)) }
    #expect(seen.lines == ["initial", "inactive > active", "now active", "changed"])
    seen.lines = []
    application.moveToBackground()
    #expect(
      seen.lines == [
        "active > inactive", "now inactive", "changed", "inactive > background", "now background",
        "changed",
      ])
    seen.lines = []
    seen.count = 1
    application.moveToForeground()
    #expect(
      seen.lines == [
        "background > inactive", "now inactive", "initial", "changed", "inactive > active",
        "now active", "changed",
      ])
  }

  @Test func whatIsHeadlessFollowsNothing() {
    let (process, seen) = (FakeProcess(), Followed())
    process.isLaunchedByDaemon = true
    let application = UIApplication(process: process)
    application.launch(nil) { SceneParts.of(FollowingScene(seen: seen)) }
    application.moveToForeground()
    #expect(seen.lines == ["initial"] && EnvironmentValues.current.scenePhase == .background)
  }

  // MARK: Objects

  @Test func aViewIsGivenTheInnermostObject() {
    Seen.views = []
    let window = WindowGroup {
      Given().environmentObject(Model("inner")).environmentObject(Model("outer"))
    }
    for build in SceneParts.of(window).windows { build() }
    #expect(Seen.views == ["inner"])
  }

  @Test func aViewWithoutItsObjectIsFatal() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        for build in SceneParts.of(WindowGroup { Given() }).windows { build() }
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("No ObservableObject of type Model found."))
  }

  @Test func aStateObjectIsMadeOnceWhenItIsAskedFor() {
    Seen.views = []
    let owner = Owner()
    #expect(Seen.views == [])
    #expect(owner.model === owner.model && owner.model.title == "made")
    #expect(Seen.views == ["make"])
  }
}

private enum Seen {
  nonisolated(unsafe) static var views: [String] = []
}

@MainActor private final class Followed {
  var lines: [String] = []
  var count = 0
}

private struct FollowingScene: Scene {
  @Environment(\.scenePhase) private var scenePhase
  let seen: Followed

  var body: some Scene {
    WindowGroup { EmptyView() }
      .onChange(of: scenePhase) { old, new in seen.lines.append("\(old) > \(new)") }
      .onChange(of: scenePhase, perform: { seen.lines.append("now \($0)") })
      .onChange(of: seen.count, initial: true) { seen.lines.append("initial") }
      .onChange(of: scenePhase) { seen.lines.append("changed") }
  }
}

private final class Model: ObservableObject {
  @Published var title: String

  init(_ title: String) {
    self.title = title
  }
}

private struct Given: View {
  @EnvironmentObject private var model: Model

  var body: some View {
    Seen.views.append(model.title)
    return EmptyView()
  }
}

@MainActor private struct Owner {
  @StateObject var model = Owner.make()

  private static func make() -> Model {
    Seen.views.append("make")
    return Model("made")
  }
}

private struct Nested: Scene {
  var body: some Scene {
    WindowGroup { Shown(name: "first") }
      .backgroundTask(.appRefresh("one")) {}
      .backgroundTask(.appRefresh("two")) {}
    Inner()
  }
}

private struct Inner: Scene {
  var body: some Scene {
    WindowGroup { Shown(name: "second") }
      .backgroundTask(.appRefresh("three")) {}
  }
}

private struct Shown: View {
  let name: String

  var body: some View {
    Seen.views.append(name)
    return EmptyView()
  }
}
