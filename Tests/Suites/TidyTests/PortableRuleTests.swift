import Testing

/// The rule for a Mac, with code that it must report and code that it must accept.
struct PortableRuleTests {
  private func lines(_ path: String, _ text: String) -> [Int] {
    PortableRule().findings(in: Repository.File(path: path, text: text)).map(\.line)
  }

  @Test(arguments: [
    "import Glibc", "#if canImport(Glibc)\nimport Glibc\n#endif", "import CNSObject",
    "#if os(Linux)\nlet a = 1\n#else\n#endif", "#if canImport(Darwin)\nimport Darwin\n#endif",
    "import FoundationEssentials", "let file = \"/proc/self/exe\"", "let fd = eventfd(0, 0)",
    "let flags = CInt(MSG_NOSIGNAL)", "import ThreadStates",
  ])
  func findsWhatAMacHasNot(text: String) {
    #expect(!lines("Sources/Apps/AppLifecycle/A.swift", text).isEmpty)
    #expect(lines("Sources/Machine/Launch/A.swift", text).isEmpty)
  }

  @Test(arguments: [
    "#if canImport(Darwin)\n  import Darwin\n#else\n  import Glibc\n#endif",
    "#if canImport(Darwin)\n#else\n  import CNSObject\nlet a = gettid()\n#endif",
    "#if canImport(ThreadStates)\n  import ThreadStates\n#endif",
    "#if Daemon || ScenarioFiles\nlet a = 1\n#endif", "// /proc/self/exe and epoll_wait",
    "let text = \"eventfd\"", "let epoll = 1",
  ])
  func letsWhatAMacHasPass(text: String) {
    #expect(lines("Sources/Apps/AppLifecycle/A.swift", text).isEmpty)
  }
}
