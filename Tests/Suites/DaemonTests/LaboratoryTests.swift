import Foundation
import Testing

/// The program for verbs that read YAML or simulate, and how it is found.
struct LaboratoryTests {
  @Test func itIsFoundBesideWhatALinkPointsTo() throws {
    let directory = try TemporaryDirectory()
    let link = URL(filePath: directory.path).appending(path: "rubatoctl")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: Rubatoctl.built)
    let result = try Rubatoctl.run(["policy", "show", "--defaults"], as: link)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("KEY "))
  }

  @Test func whereItIsMissingTheRestWorks() throws {
    let elsewhere = DaemonProcess.products.appendingPathComponent("alone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: elsewhere) }
    let program = elsewhere.appendingPathComponent("rubatoctl")
    // A copy would not do: it cannot be executed while another test forks with its descriptor.
    try FileManager.default.linkItem(at: Rubatoctl.built, to: program)
    let place = elsewhere.resolvingSymlinksInPath().path
    for verb in [["policy", "check"], ["submit", "a.yaml"], ["simulate", "a.yaml"]] {
      let result = try Rubatoctl.run(verb, as: program)
      #expect(result.code == 1)
      #expect(
        result.errors == "rubatoctl: this verb needs rubato-lab, and \(place)/rubato-lab"
          + " does not exist; install rubato-lab\n")
    }
    // No daemon is listening on this path, which is short enough for a socket in every build directory.
    let alone = ["submit", "--socket", "/run/rubato-nobody/socket", "--", "true"]
    let help = try Rubatoctl.run(["simulate", "--help"], as: program)
    #expect(help.code == 0)
    #expect(help.output.contains("--population"))
    #expect(try Rubatoctl.run(["simulate", "--wings"], as: program).code == 2)
    #expect(try Rubatoctl.run(alone, as: program).code == 3)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsKnowItsOptions(shell: String) throws {
    let script = try Rubatoctl.run(["--generate-completion-script", shell])
    #expect(script.code == 0)
    for option in ["population", "junit", "defaults", "if-pending"] {
      #expect(script.output.contains(option), "\(option)")
    }
  }

  @Test func byItselfItIsNotForEverydayVerbs() throws {
    let laboratory = DaemonProcess.products.appendingPathComponent("rubato-lab")
    let result = try Rubatoctl.run(["status"], as: laboratory)
    #expect(result.code == 2)
    #expect(result.errors.contains("rubatoctl"))
  }
}
