import Testing

/// Reads the sources, and finds faults that reviews would otherwise have to find.
struct TidyTests {
  private let repository = Repository()

  private func expectNothing(_ rule: some Rule, in files: [Repository.File]) {
    #expect(!files.isEmpty)
    for finding in files.flatMap({ rule.findings(in: $0) }) {
      Issue.record("\(finding)")
    }
  }

  @Test func everyTargetImportsWhatItMay() throws {
    expectNothing(ImportRule(), in: try repository.swiftFiles(in: "Sources"))
  }

  @Test func benchesNeedNothingThatAMacHasNot() throws {
    expectNothing(PortableRule(), in: try repository.swiftFiles(in: "Sources"))
    // Every module that a bench links is portable, or is imported under a condition.
    for target in PortableRule.targets {
      let ours = Set(ImportRule.allowed.keys).intersection(ImportRule.allowed[target] ?? [])
      #expect(
        ours.subtracting(PortableRule.targets).subtracting(PortableRule.conditions.keys) == [],
        "\(target)")
    }
  }

  @Test func theCoreKnowsNoClockNoChanceAndNoLibm() throws {
    for folder in ["Sources/Core/Vocabulary", "Sources/Core/Scheduling"] {
      expectNothing(WordRule.pureCore, in: try repository.swiftFiles(in: folder))
    }
  }

  @Test func theCoreGoesThroughNothingThatHasNoOrder() throws {
    // Nor what steps it: callers were answered in the order of a dictionary.
    let files =
      try repository.swiftFiles(in: "Sources/Core/Vocabulary")
      + repository.swiftFiles(in: "Sources/Core/Scheduling")
      + repository.swiftFiles(in: "Sources/Core/Stepping")
    expectNothing(OrderRule(over: files), in: files)
  }

  /// A command that users copy must reach the daemon that answered: `Screen.command` adds the option.
  @Test func answersAdviseCommandsByTheScreen() throws {
    let files = try repository.swiftFiles(in: "Sources/CommandLine/Terminal/Answers")
    #expect(files.count > 10)
    for file in files where file.text.contains("`rubatoctl ") {
      Issue.record("\(file.path) has a command that does not name the daemon")
    }
  }

  @Test func theDaemonRunsNoTasks() throws {
    expectNothing(WordRule.noTasks, in: try repository.swiftFiles(in: "Sources"))
  }

  @Test func theDaemonUsesSerialQueuesOnly() throws {
    expectNothing(WordRule.noDispatch, in: try repository.swiftFiles(in: "Sources"))
  }

  @Test func noFractionIsConvertedUnbounded() throws {
    let files = try repository.swiftFiles(in: "Sources")
    expectNothing(ConversionRule(over: files), in: files)
  }

  @Test func pathsAndVariablesAreBytes() throws {
    expectNothing(ByteRule(), in: try repository.swiftFiles(in: "Sources"))
    let text = """
      path.split(separator: "/")
      path.split(
        separator: "/", maxSplits: 1)
      names.joined(separator: "/")
      """
    let file = Repository.File(path: "Sources/A/A.swift", text: text)
    #expect(ByteRule().findings(in: file).map(\.line) == [1, 3])
  }

  @Test func nothingIsForced() throws {
    expectNothing(ForceRule(), in: try repository.swiftFiles(in: "Sources"))
  }

  /// A copy of the name reads 256 bytes, beyond the end of the buffer for the last entries of a directory.
  @Test func noNameIsCopiedOutOfADirectoryEntry() throws {
    for file in try repository.swiftFiles(in: "Sources")
    where file.text.contains(/[^&]\bentry\.pointee\.d_name/) {
      Issue.record("\(file.path) copies d_name; use withUnsafeBytes(of: &entry.pointee.d_name)")
    }
  }

  @Test func noTestSleeps() throws {
    expectNothing(WordRule.noSleep, in: try repository.swiftFiles(in: "Tests"))
  }

  @Test func noCheckDependsOnWhatIsNotHeeded() throws {
    expectNothing(NegationRule(), in: try repository.files(in: "Tests/EndToEnd"))
  }

  @Test func filesAreShort() throws {
    // Generated files have lines for each field of a type, and are not read by people.
    let files =
      try repository.swiftFiles(in: "Sources") + repository.swiftFiles(in: "Tests")
    expectNothing(LengthRule(), in: files.filter { !$0.isGenerated })
  }

  @Test func functionsAreShort() throws {
    // A generated initializer has a line for each field, and is not read by people.
    let files =
      try repository.swiftFiles(in: "Sources") + repository.swiftFiles(in: "Tests")
    expectNothing(FunctionRule(), in: files.filter { !$0.isGenerated })
  }

  @Test func noTwoFilesHaveOneName() throws {
    // Files that each target has, and types that libraries for apps name as Apple, Expo or an app does.
    let shared: Set<Substring> = [
      "Exports.swift", "Log.swift", "main.swift", "App.swift", "FileError.swift", "Promise.swift",
    ]
    var paths: [Substring: String] = [:]
    for file in try repository.swiftFiles(in: "Sources") {
      guard let name = file.path.split(separator: "/").last, !shared.contains(name) else {
        continue
      }
      if let other = paths.updateValue(file.path, forKey: name) {
        Issue.record("\(other) and \(file.path) have one name")
      }
    }
  }

  @Test func noNumberIsComparedWithABoundToFindItsKind() throws {
    expectNothing(IdentityRule(), in: try repository.swiftFiles(in: "Sources"))
  }

  @Test func nothingNamesAPlaceOnOneMachine() throws {
    expectNothing(PlaceRule(root: repository.root), in: try repository.files())
  }

  @Test func dependenciesAreExact() throws {
    let manifest = try repository.file("Package.swift")
    expectNothing(ManifestRule(), in: [manifest])
    #expect(manifest.text.contains(".package("))
  }

  @Test func whatIsResolvedHereStaysHere() throws {
    let ignored = try repository.file(".gitignore").text.split(separator: "\n")
    #expect(ignored.contains("Package.resolved"))
    #expect(ignored.contains(".build/"))
  }

  @Test func everyTargetOfTheTableHasAFolder() throws {
    let targets = Set(
      try repository.swiftFiles(in: "Sources").compactMap {
        $0.path.split(separator: "/").dropFirst(2).first
      })
    #expect(Set(ImportRule.allowed.keys).subtracting(targets.map { String($0) }) == [])
  }
}
