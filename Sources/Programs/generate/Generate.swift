/// Writes the files that follow from a description, into the checkout that is named.
@main struct Generate {
  static func main() throws {
    let checkout = Checkout(root: CommandLine.arguments.dropFirst().first ?? ".")
    let changed = try checkout.write(try GeneratedSources(of: checkout))
    for path in changed { print(path) }
    if changed.isEmpty { print("All that is generated is up to date.") }
  }
}
