import Varlink

/// The files that `make generate` writes.
struct GeneratedSources {
  let files: [GeneratedFile]

  init(of checkout: Checkout) throws {
    let text = try InterfaceText.file(in: checkout)
    let interface = try InterfaceDescription(text.text)
    files =
      try [text, TaskOptionsFile.file, TermsFile.file, StoredOptions.file]
      + ControlTypes.files(of: interface)
      + CarriedOptions.files(of: interface) + CommandOptionsFile.files(of: interface)
      + AnswerFiles.files()
      + GuideFiles.files(of: checkout)
  }

  /// The folders that have only generated files.
  private var folders: [String] {
    let all = files.map { $0.path.split(separator: "/").dropLast().joined(separator: "/") }
    return Set(all.filter { $0.hasSuffix("/Generated") }).sorted()
  }

  /// Returns the paths of the files in the generated folders that are no longer generated.
  func stale(in checkout: Checkout) throws -> [String] {
    let written = Set(files.map(\.path))
    return try folders.flatMap { try checkout.files(in: $0) }.filter { !written.contains($0) }
  }
}
