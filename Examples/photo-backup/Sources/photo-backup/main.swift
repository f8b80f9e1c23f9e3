import BackgroundTasks
import Backup
import Foundation

/// Photos with numbers. A photo is saved if a file with its name exists.
struct Directory: Album {
  let path: String

  private func file(_ photo: Int) -> String { "\(path)/\(photo).saved" }

  var unsaved: [Int] { (1...50).filter { !FileManager.default.fileExists(atPath: file($0)) } }

  func save(_ photo: Int) async throws {
    try await Task.sleep(for: .milliseconds(800))
    FileManager.default.createFile(atPath: file(photo), contents: nil)
  }
}

let backup = Backup(Directory(path: NSTemporaryDirectory()))
backup.register()
if CommandLine.arguments.contains("--schedule") {
  await backup.schedule()
} else {
  while true { try await Task.sleep(for: .seconds(3600)) }
}
