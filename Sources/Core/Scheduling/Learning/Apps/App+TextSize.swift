extension App {
  /// The bytes of its declaration, and 32 for each text.
  var textSize: Int {
    var size = TextSize()
    size.add(key.id)
    size.add(permittedIdentifiers)
    size.add(backgroundModes)
    if let installation {
      size.add(installation.entitlements)
      size.add(installation.program.arguments)
      size.add(installation.program.directory)
      for (name, value) in installation.program.environment.sorted(by: { $0.key < $1.key }) {
        size.add(name)
        size.add(value)
      }
    }
    return size.bytes
  }
}
