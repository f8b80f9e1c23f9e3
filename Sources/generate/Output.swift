import Varlink

/// All that `make generate` writes.
struct Output {
  let files: [GeneratedFile]

  init(of checkout: Checkout) throws {
    let interface = try InterfaceDescription(checkout.text(ControlTypes.source))
    files = try ControlTypes.files(of: interface)
  }

  /// Files that an earlier description gave, and this one does not.
  func stale(in checkout: Checkout) throws -> [String] {
    let written = Set(files.map(\.path))
    return try checkout.files(in: ControlTypes.folder).filter { !written.contains($0) }
  }
}
