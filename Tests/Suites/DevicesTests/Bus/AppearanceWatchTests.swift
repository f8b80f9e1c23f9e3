import Descriptors
import Testing

@testable import Bus

@Suite struct AppearanceWatchTests {
  private let tree = WrittenTree()
  private let loop = EventLoop(name: "watch")
  private let appearances = Inbox<Int>()

  private func place(_ path: String) throws -> AppearanceWatch {
    let inbox = appearances
    let watch = loop.sync { AppearanceWatch(of: tree.root + path, loop: loop) { inbox.put(1) } }
    return try #require(watch)
  }

  @Test func aFileThatAppearsIsTold() throws {
    tree.makeDirectory("/run")
    let watch = try place("/run/socket")
    tree.write("", to: "/run/socket")
    try withExtendedLifetime(watch) { _ = try appearances.next() }
  }

  @Test func theDirectoriesThatLeadToItAreToldOneByOne() throws {
    let first = try place("/run/dbus/socket")
    tree.makeDirectory("/run")
    try withExtendedLifetime(first) { _ = try appearances.next() }
    let second = try place("/run/dbus/socket")
    tree.makeDirectory("/run/dbus")
    try withExtendedLifetime(second) { _ = try appearances.next() }
  }

  @Test func whatElseAppearsThereIsNotTold() throws {
    tree.makeDirectory("/run")
    let watch = try place("/run/socket")
    tree.write("", to: "/run/socket2")
    tree.write("", to: "/run/sock")
    // Appearances are reported in order, so this is the last one.
    tree.write("", to: "/run/socket")
    try withExtendedLifetime(watch) { _ = try appearances.next() }
    loop.sync {}
    #expect(appearances.isEmpty)
  }

  @Test func aDirectoryThatGoesIsTold() throws {
    tree.makeDirectory("/run")
    let watch = try place("/run/socket")
    tree.remove("/run")
    try withExtendedLifetime(watch) { _ = try appearances.next() }
  }
}
