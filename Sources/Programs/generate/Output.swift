import Varlink

/// All that `make generate` writes.
struct Output {
  let files: [GeneratedFile]

  /// In these everything is generated.
  private static let folders =
    ["Control", "Daemon", "Files", "Scheduling", "Store", "Terminal", "Verbs", "rubato-lab"]
    .map { "Sources/\($0)/Generated" }

  init(of checkout: Checkout) throws {
    let text = try InterfaceText.file(in: checkout)
    let interface = try InterfaceDescription(text.text)
    files =
      try [text, TaskOptionsFile.file, GivenOptionsFile.file, StoredOptions.file]
      + ControlTypes.files(of: interface)
      + CarriedOptions.files(of: interface) + CommandOptionsFile.files(of: interface)
      + AnswerFiles.files()
      + GuideFiles.files(of: checkout)
  }

  /// Files that an earlier description gave, and this one does not.
  func stale(in checkout: Checkout) throws -> [String] {
    let written = Set(files.map(\.path))
    return try Self.folders.flatMap { try checkout.files(in: $0) }.filter { !written.contains($0) }
  }
}
