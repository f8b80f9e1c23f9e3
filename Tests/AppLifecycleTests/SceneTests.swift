import Testing

@testable import AppLifecycle

/// What is found in the scenes of an app.
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
    UIApplication(process: process).launch(nil, parts)
    #expect(Seen.views == [])
    UIApplication(process: FakeProcess()).launch(nil, parts)
    #expect(Seen.views == ["first"])
  }
}

private enum Seen {
  nonisolated(unsafe) static var views: [String] = []
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
