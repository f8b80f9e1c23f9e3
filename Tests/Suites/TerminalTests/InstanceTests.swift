import Foundation
import Testing

@testable import Terminal

struct InstanceTests {
  private func path(
    _ socket: String? = nil, user: Bool = false, system: Bool = false,
    _ environment: [String: String] = [:]
  ) throws -> String {
    try Instance(
      socket: socket, wantsUser: user, wantsSystem: system, environment: environment
    ).socketPath
  }

  @Test func isTheSystemsUnlessSomethingElseIsSaid() throws {
    #expect(try path() == "/run/rubato/io.rubato.Scheduler")
    #expect(try path(["RUBATO_SOCKET": ""]) == "/run/rubato/io.rubato.Scheduler")
    #expect(try path(["RUBATO_SOCKET": "/tmp/s"]) == "/tmp/s")
  }

  @Test func goesByOptionsBeforeTheEnvironment() throws {
    let environment = ["RUBATO_SOCKET": "/tmp/s", "XDG_RUNTIME_DIR": "/run/user/7"]
    #expect(try path("/tmp/o", environment) == "/tmp/o")
    #expect(try path(system: true, environment) == "/run/rubato/io.rubato.Scheduler")
    #expect(try path(user: true, environment) == "/run/user/7/rubato/io.rubato.Scheduler")
  }

  @Test func saysWhatAUsersDaemonNeeds() {
    let error = #expect(throws: InputError.self) { try path(user: true) }
    #expect(error?.description.contains("XDG_RUNTIME_DIR") == true)
  }

  @Test func saysHowToStartTheSystemsDaemon() throws {
    let instance = try Instance(
      socket: nil, wantsUser: false, wantsSystem: false, environment: [:])
    let sudo = geteuid() == 0 ? "" : "sudo "
    #expect(
      instance.startAdvice
        == "start it with: \(sudo)systemctl enable --now rubatod.socket rubatod")
  }

  @Test func asksToCheckThePathOfASocket() throws {
    let typed = try Instance(
      socket: "/tmp/a b", wantsUser: false, wantsSystem: false, environment: [:])
    #expect(
      typed.startAdvice
        == "check the path, or start a daemon in an existing directory with: rubatod"
        + " --state-directory DIRECTORY --socket '/tmp/a b'")
    let variable = try Instance(
      socket: nil, wantsUser: false, wantsSystem: false, environment: ["RUBATO_SOCKET": "/tmp/s"])
    #expect(variable.startAdvice.hasPrefix("check the path (of RUBATO_SOCKET), or start a daemon"))
  }

  @Test func saysWhatAppliesToAUsersDaemon() throws {
    let instance = try Instance(
      socket: nil, wantsUser: true, wantsSystem: false,
      environment: ["XDG_RUNTIME_DIR": "/run/user/7"])
    #expect(instance.startAdvice.contains("systemctl --user enable"))
    #expect(instance.startAdvice.contains("without systemd: /usr/libexec/rubatod --user"))
    #expect(instance.logAdvice == "See: journalctl --user --unit=rubatod")
  }

  @Test func namesTheUsersDaemonWhereThatHasASocket() throws {
    let directory = NSTemporaryDirectory() + "rubato-instance.\(getpid())"
    try FileManager.default.createDirectory(
      atPath: "\(directory)/rubato", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try Data().write(to: URL(fileURLWithPath: "\(directory)/rubato/io.rubato.Scheduler"))
    let environment = ["XDG_RUNTIME_DIR": directory]
    let instance = try Instance(
      socket: nil, wantsUser: false, wantsSystem: false, environment: environment)
    #expect(instance.startAdvice.contains("add --user to use it"))
  }

  private func path(_ environment: [String: String]) throws -> String {
    try path(nil, environment)
  }
}
