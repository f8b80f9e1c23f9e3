import Testing

@testable import Scheduling

/// `--requires network=home,network=!phone`.
struct NetworkNameTests {
  private func requirements(_ words: String...) throws -> Requirements {
    try Requirements(words: words, field: "requires")
  }

  /// A mark is one `Character` with the comma or the space before it.
  @Test func aNameThatBeginsWithAMarkIsReadBack() throws {
    let names = try [" \u{301}x", "home"].map { try #require(NetworkName.cleaned($0)) }
    #expect(names == ["\u{301}x", "home"])
    #expect(try NetworkName.names("network", NetworkName.text(names)) == NetworkName.listed(names))
  }

  @Test func aRequestWaitsForOneOfItsNetworks() throws {
    var world = World(.networkNames(["office"]))
    let asked = try requirements("network=home", "network=cabin")
    world.submit("backup") { $0.terms.requirements = asked }
    #expect(world.reasons("backup") == [.networkName])
    #expect(
      world.explain("backup")?.causes.first?.text
        == "home or cabin: not connected; `rubatoctl device` shows the names")
    world.set(.networkNames(["cabin", "vpn"]))
    #expect(world.isRunning("backup"))
    #expect(
      world.explain("backup")?.rows.first { $0.policy == "Network Name" }?.rationale
        == "cabin: connected")
  }

  @Test func aRunEndsWhenItsNetworkIsLost() throws {
    var world = World(.networkNames(["home"]))
    let asked = try requirements("network=home")
    world.submit("backup", .maintenance) { $0.terms.requirements = asked }
    world.set(.networkNames(["office"]))
    #expect(!world.isRunning("backup"))
    #expect(world.reasons("backup") == [.networkName] || world.phase("backup") != nil)
  }

  @Test func aRequestNeverStartsThereWhereItMustNot() throws {
    var world = World(.networkNames(["home", "phone"]))
    let asked = try requirements("network=home", "network=!phone")
    world.submit("sync") { $0.terms.requirements = asked }
    #expect(world.reasons("sync") == [.networkName])
    #expect(
      world.explain("sync")?.causes.first?.text == "phone: connected, and must not be")
    world.set(.networkNames(["home"]))
    #expect(world.isRunning("sync"))
  }

  /// This also applies if the name is only excluded: it is unknown whether that network is connected.
  @Test(arguments: ["network=home", "network=!phone", "network=vpn"])
  func unknownNamesHoldIt(word: String) throws {
    var world = World()
    let asked = try requirements(word)
    world.submit("sync") { $0.terms.requirements = asked }
    #expect(world.reasons("sync") == [.networkName])
    let text = try #require(world.explain("sync")?.causes.first?.text)
    #expect(text.contains("are unknown, as while NetworkManager starts"))
    #expect(text.contains("set them with `rubatoctl device set 'network-names="))
    world.run("sync", .force)
    #expect(world.isRunning("sync"))
  }

  @Test(arguments: [
    ("Caf\u{e9} 2.4-a_b:c", "Caf\u{e9} 2.4-a_b:c"), ("a'; reboot; '", "NAME"), ("a$b", "NAME"),
  ])
  func theSuggestedCommandHasPlainNamesAlone(name: String, shown: String) throws {
    var world = World()
    let asked = try requirements("network=" + name)
    world.submit("sync") { $0.terms.requirements = asked }
    let text = try #require(world.explain("sync")?.causes.first?.text)
    #expect(text.hasSuffix("`rubatoctl device set 'network-names=\(shown)'`"))
  }

  @Test func noNetworkIsNoneOfThem() throws {
    var world = World(.networkNames([]))
    let (home, away) = (try requirements("network=home"), try requirements("network=!home"))
    world.submit("home") { $0.terms.requirements = home }
    world.submit("away") { $0.terms.requirements = away }
    #expect(world.waits("home") && world.isRunning("away"))
  }

  @Test func theWordsAreReadAndWrittenTheSame() throws {
    let words = ["power", "path=/mnt", "network=Caf\u{e9} Nero", "network=!phone", "network=vpn"]
    #expect(try Requirements(words: words + words, field: "requires").words == words)
  }

  @Test(arguments: [
    (["network="], "network="), (["network=!"], "network="), (["network=none"], "network=none"),
    (["network=a,b"], "network=a,b"), (["network=a\u{1b}"], "network=a\u{1b}"),
    (["network=!!a"], "network=!a"), (["network=unknown"], "network=unknown"),
  ])
  func refusesOtherNamesWithTheRule(words: [String], value: String) {
    let refusal = #expect(throws: Refusal.self) {
      try Requirements(words: words, field: "requires")
    }
    #expect(refusal?.field == "requires" && refusal?.value == value)
    #expect(refusal?.message.contains("network=!NAME") == true)
    #expect(refusal?.message.contains("such as home") == true)
  }

  @Test func refusesContradictionsAndTooManyNames() {
    let contradiction = #expect(throws: Refusal.self) {
      try Requirements(words: ["network=a", "network=!a"], field: "requires")
    }
    #expect(contradiction?.message.contains("exclude each other") == true)
    let many = #expect(throws: Refusal.self) {
      try Requirements(words: (1...9).map { "network=n\($0)" }, field: "requires")
    }
    #expect(many?.value == "9 names of networks")
  }

  // MARK: Names from outside

  @Test(arguments: [
    ("home", "home"), ("a,b", "a_b"), ("a\u{1b}[31mb", "a_[31mb"), ("!x", "_x"), ("vpn", "vpn_"),
    ("none", "none_"), ("unknown", "unknown_"), ("  x ", "x"), ("a\u{202e}b", "a_b"),
    ("a\nb", "a_b"),
    ("Caf\u{e9}", "Caf\u{e9}"),
  ])
  func namesFromOutsideAreCleaned(name: String, cleaned: String) throws {
    #expect(NetworkName.cleaned(name)?.text == cleaned)
    #expect(NetworkName.cleaned(cleaned)?.text == cleaned)
  }

  @Test func longAndEmptyNamesAreCutAndDropped() {
    let long = String(repeating: "\u{e9}", count: 200)
    #expect(NetworkName.cleaned(long)?.text.utf8.count == 98)
    #expect(NetworkName.cleaned("") == nil && NetworkName.cleaned("   ") == nil)
  }

  @Test func aVPNIsNeverLeftOut() {
    let many = (10...49).map { ExactString("net\($0)") }
    #expect(NetworkName.listed(many).count == NetworkName.most)
    let names = NetworkName.listed(many + [NetworkName.vpn])
    #expect(names.count == NetworkName.most && names.last == NetworkName.vpn)
    #expect(names == names.sorted() && names.first == "net10")
  }

  @Test(arguments: ["none", "home", "home, vpn", "unknown", "a b, c d"])
  func theFieldIsReadAndWrittenTheSame(text: String) throws {
    #expect(try DeviceValue(key: "network-names", text: text).word == text)
  }

  @Test func theFieldIsReadWithoutSpacesAndInOrder() throws {
    #expect(
      try DeviceValue(key: "network-names", text: "b,a , b") == .networkNames(["a", "b"]))
  }

  @Test(arguments: ["", "a,,b", "a,none", "!a", "a\tb"])
  func theFieldRefusesOtherNames(text: String) {
    let refusal = #expect(throws: Refusal.self) {
      try DeviceValue(key: "network-names", text: text)
    }
    #expect(refusal?.field == "network-names")
  }

  // MARK: Other users

  @Test func otherUsersSeeOnlyNamesThatTheyKnow() throws {
    var world = World(.networkNames(["home"]))
    let asked = try requirements("network=home", "network=!phone")
    func shown(_ name: ExactString, _ user: UInt32, _ world: World) -> ExactString {
      world.scheduler.shown(network: name, to: user)
    }
    #expect(shown("home", World.user, world) == "?")
    world.submit("sync") { $0.terms.requirements = asked }
    #expect(shown("home", World.user, world) == "home")
    #expect(shown("phone", World.user, world) == "phone")
    #expect(shown("home", 1001, world) == "?" && shown("vpn", 1001, world) == "vpn")
    world.finish("sync")
    #expect(shown("home", World.user, world) == "?")
  }
}
