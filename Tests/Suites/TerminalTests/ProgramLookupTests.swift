import Testing

@testable import Terminal

struct ProgramLookupTests {
  private func lookup(
    _ files: [String: ProgramLookup.Finding], path: String = "/usr/bin:/bin"
  ) -> ProgramLookup {
    ProgramLookup(directory: "/home/ada", path: path) { files[$0] ?? .missing }
  }

  @Test func findsTheFirstProgramInPath() throws {
    let lookup = lookup(["/usr/bin/restic": .program, "/bin/restic": .program])
    #expect(try lookup.find("restic") == "/usr/bin/restic")
  }

  @Test func passesOverDirectoriesAndFilesThatCannotRun() throws {
    let lookup = lookup(
      ["/a/restic": .directory, "/b/restic": .notExecutable, "/c/restic": .program],
      path: "/a:/b:/c")
    #expect(try lookup.find("restic") == "/c/restic")
  }

  @Test func takesAnEmptyPlaceInPathForTheCurrentDirectory() throws {
    let lookup = lookup(["/home/ada/sync": .program], path: "/bin:")
    #expect(try lookup.find("sync") == "/home/ada/sync")
  }

  @Test func takesANameWithASlashFromTheCurrentDirectory() throws {
    let lookup = lookup(["/home/ada/./sync": .program, "/usr/bin/sync": .program])
    #expect(try lookup.find("./sync") == "/home/ada/./sync")
    #expect(try lookup.find("/usr/bin/sync") == "/usr/bin/sync")
  }

  @Test(arguments: [
    ("nosuch", "command 'nosuch' not found in any directory of PATH; install it, write its path"),
    ("./nosuch", "program /home/ada/./nosuch not found; install it, or correct the path"),
    ("/etc", "/etc is a directory, not a program; name a program in it"),
    ("/etc/passwd", "/etc/passwd is not executable; allow it with: chmod +x /etc/passwd"),
    ("notes", "/usr/bin/notes is not executable"),
    ("/root/x", "/root/x cannot be reached; you may not enter /root"),
    (
      "./link", "/home/ada/./link cannot be reached; you may not enter a directory that it links to"
    ),
    ("", "name is empty"),
    ("cd", "'cd' is a word of the shell, not a program; run the line in a shell"),
  ])
  func saysWhyThereIsNothingToRun(name: String, message: String) {
    let lookup = lookup([
      "/etc": .directory, "/etc/passwd": .notExecutable, "/usr/bin/notes": .notExecutable,
      "/root/x": .unreachable(below: "/root"), "/home/ada/./link": .unreachable(below: nil),
    ])
    let error = #expect(throws: InputError.self) { try lookup.find(name) }
    #expect(error?.description.contains(message) == true)
  }

  @Test func runsInTheDirectoryThatIsNamed() throws {
    let lookup = lookup(["/home/ada/photos": .directory, "/srv": .directory])
    #expect(try lookup.directory(nil) == "/home/ada")
    #expect(try lookup.directory("photos") == "/home/ada/photos")
    #expect(try lookup.directory("/srv") == "/srv")
    #expect(
      throws: InputError(
        "working directory /nowhere not found; create it, or name another directory")
    ) {
      try lookup.directory("/nowhere")
    }
  }

  /// systemd refuses a directory with such a name.
  @Test func resolvesTheParentOfADirectory() throws {
    let lookup = ProgramLookup(directory: "/usr/bin", path: "/usr/bin")
    #expect(try lookup.directory("../share") == "/usr/share")
    #expect(try lookup.directory("/usr/share/../bin") == "/usr/bin")
    #expect(try lookup.directory("/usr/share/.") == "/usr/share/.")
  }

  @Test func asksTheFileSystem() {
    #expect(ProgramLookup.examine("/bin/sh") == .program)
    #expect(ProgramLookup.examine("/") == .directory)
    #expect(ProgramLookup.examine("/dev/null") == .notExecutable)
    #expect(ProgramLookup.examine("/nowhere/at/all") == .missing)
  }

  @Test(
    arguments: [
      ("mail -s failed me", nil), ("nothing there", "nothing"), ("/nowhere/x; true", nil),
      ("/nowhere/x me", "/nowhere/x"), ("if true; then mail; fi", nil), ("exec mail", nil),
      ("A=1 mail", nil), ("\"$HOME/x\"", nil), ("", nil),
    ] as [(String, String?)])
  func namesTheProgramThatALineForAShellBeginsWithAndIsNotThere(line: String, missing: String?) {
    #expect(lookup(["/usr/bin/mail": .program]).missingProgram(ofLine: line) == missing)
  }
}
