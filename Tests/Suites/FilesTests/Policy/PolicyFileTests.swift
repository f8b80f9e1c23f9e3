import Foundation
import Testing

@testable import Files

/// The owner and the permissions of a policy file.
struct PolicyFileTests {
  private let path =
    FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).policy.yaml"

  /// Writes a file with these permissions, passes its path to `change`, and returns the message of the refusal; `nil`
  /// if it is accepted.
  private func refusal(mode: Int, _ change: (String) -> Void = { _ in }) throws -> String? {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("boot-delay: 2m\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    change(path)
    do throws(FileError) {
      let text = try PolicyFile.text(at: path)
      #expect(text == "boot-delay: 2m\n")
      return nil
    } catch {
      return error.message
    }
  }

  @Test func refusesWhatEveryUserMayWrite() throws {
    #expect(try refusal(mode: 0o644) == nil)
    #expect(try refusal(mode: 0o666)?.contains("world-writable") == true)
  }

  /// Only root can change the owner of a file.
  @Test(.enabled(if: geteuid() == 0))
  func refusesWhatAForeignGroupMayWrite() throws {
    let readable = try refusal(mode: 0o644) { chown($0, 0, 12345) }
    let writable = try refusal(mode: 0o664) { chown($0, 0, 12345) }
    #expect(readable == nil)
    #expect(writable?.contains("writable by group 12345") == true)
  }
}
