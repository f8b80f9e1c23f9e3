import Foundation

enum SHA256 {
  /// Returns the digest of a text in the form of a Content-Security-Policy, by the program of coreutils.
  static func policyText(of text: String) throws -> String {
    let (program, input, output) = (Process(), Pipe(), Pipe())
    program.executableURL = URL(filePath: "/usr/bin/sha256sum")
    (program.standardInput, program.standardOutput) = (input, output)
    try program.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let hex = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { start in
      UInt8(hex.dropFirst(start).prefix(2), radix: 16)
    }
    return "sha256-\(Data(bytes).base64EncodedString())"
  }
}
