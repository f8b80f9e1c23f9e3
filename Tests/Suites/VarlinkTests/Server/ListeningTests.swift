import Descriptors
import Glibc
import Testing
import Varlink

@testable import VarlinkServer

struct ListeningTests {
  private let directory = TemporaryDirectory()

  @Test(arguments: [0o600, 0o660, 0o666] as [mode_t])
  func setsTheModeWhateverTheUmask(_ mode: mode_t) throws {
    let server = try TestServer(in: directory)
    try server.listen(mode: mode)
    var status = stat()
    #expect(lstat(server.path, &status) == 0)
    #expect(status.st_mode == S_IFSOCK | mode)
  }

  @Test func leavesNothingBehind() throws {
    let server = try TestServer.listening(in: directory)
    #expect(directory.entries == ["socket", "socket.lock"])
    try server.shutDown(within: .seconds(60))
    #expect(directory.entries == [])
  }

  @Test func refusesASocketThatAnotherServerHas() throws {
    let first = try TestServer.listening(in: directory)
    let second = try TestServer(in: directory)
    let address = try UnixAddress(first.path)
    let error = #expect(throws: ListenError.self) { try second.listen() }
    #expect(error == .inUse(address))
    #expect(error?.description.hasPrefix("another server listens on \(first.path)") == true)
    #expect(try first.client().info().product == "Test")
  }

  @Test func refusesASocketWhoseFileWasRemovedUnderItsServer() throws {
    let first = try TestServer.listening(in: directory)
    unlink(first.path)
    let second = try TestServer(in: directory)
    #expect(throws: ListenError.inUse(try UnixAddress(first.path))) { try second.listen() }
  }

  @Test func refusesASocketOfAServerWithoutALock() throws {
    let server = try TestServer(in: directory)
    let other = try boundSocket(server.path, listening: true)
    defer { close(other) }
    #expect(throws: ListenError.inUse(try UnixAddress(server.path))) { try server.listen() }
    #expect(directory.entries == ["socket"])
  }

  @Test func replacesAStaleSocket() throws {
    let server = try TestServer(in: directory)
    close(try boundSocket(server.path, listening: false))
    #expect(directory.entries == ["socket"])
    try server.listen()
    #expect(try server.client().info().product == "Test")
  }

  @Test func leavesAFileThatIsNoSocketAlone() throws {
    let server = try TestServer(in: directory)
    close(open(server.path, O_CREAT | O_WRONLY, 0o644))
    let error = #expect(throws: ListenError.self) { try server.listen() }
    #expect(error == .notASocket(try UnixAddress(server.path)))
    #expect(directory.entries == ["socket"])
  }

  @Test func doesNotFollowASymbolicLink() throws {
    let server = try TestServer(in: directory)
    symlink(directory.path + "/elsewhere", server.path)
    #expect(throws: ListenError.notASocket(try UnixAddress(server.path))) { try server.listen() }
    #expect(directory.entries == ["socket"])
  }

  @Test func doesNotRemoveASocketThatTookThePlaceOfItsOwn() throws {
    let server = try TestServer.listening(in: directory)
    unlink(server.path)
    let other = try boundSocket(server.path, listening: true)
    defer { close(other) }
    try server.shutDown(within: .seconds(60))
    #expect(directory.entries == ["socket"])
  }

  @Test func namesTheDirectoryThatIsMissing() throws {
    let server = try TestServer(in: directory)
    let address = try UnixAddress(directory.path + "/missing/socket")
    let error = #expect(throws: ListenError.self) {
      try server.server.listen(at: address, mode: 0o600)
    }
    #expect(error?.description.contains("/missing/socket") == true)
  }

  @Test func anAdoptedListenerIsNeitherRemovedNorShutDown() throws {
    let server = try TestServer(in: directory)
    let fd = try boundSocket(server.path, listening: true)
    let kept = dup(fd)
    defer { close(kept) }
    try server.server.adopt(listener: fd)
    #expect(try server.client().info().product == "Test")
    try server.shutDown(within: .seconds(60))
    #expect(directory.entries == ["socket"])
    _ = try server.raw()
    let accepted = accept(kept, nil, nil)
    #expect(accepted >= 0)
    close(accepted)
  }

  /// A service manager starts the service for a waiting connection, so a stopped daemon would not stay stopped.
  @Test(arguments: [true, false])
  func closesConnectionsThatWaitIfItIsAsked(refusesWaiting: Bool) throws {
    let server = try TestServer(in: directory)
    let fd = try boundSocket(server.path, listening: true)
    let kept = dup(fd)
    defer { close(kept) }
    try server.server.adopt(listener: fd)
    let (held, connected, ended) = (Mailbox<Void>(), Mailbox<Void>(), Mailbox<Void>())
    let (loop, varlink) = (server.eventLoop, server.server)
    // The loop calls both blocks without an event between them, so that the connection is not accepted.
    loop.execute {
      loop.execute {
        held.put(())
        _ = try? connected.take()
      }
      varlink.shutDown(within: .seconds(60), refusesWaiting: refusesWaiting) { ended.put(()) }
    }
    try held.take()
    let connection = try server.raw()
    connected.put(())
    try ended.take()
    var waiting = pollfd(fd: kept, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == (refusesWaiting ? 0 : 1))
    withExtendedLifetime(connection) {}
  }

  @Test func refusesToAdoptWhatDoesNotListen() throws {
    let server = try TestServer(in: directory)
    let fd = try boundSocket(server.path, listening: false)
    defer { close(fd) }
    #expect(throws: ListenError.notListening(fd: fd)) { try server.server.adopt(listener: fd) }
    #expect(throws: ListenError.notListening(fd: -1)) { try server.server.adopt(listener: -1) }
  }

  @Test func servesAConnectionThatItIsGiven() throws {
    let server = try TestServer(in: directory)
    var ends: [CInt] = [0, 0]
    #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    server.server.adopt(connection: ends[0])
    #expect(try Client(adopting: ends[1], timeout: .seconds(60)).info().product == "Test")
  }

  /// As at the moment when the daemon starts a process: the kernel continues to watch a descriptor that was only closed
  /// here.
  @Test func aConnectionEndsAlsoWhereAnotherProcessHasIt() throws {
    let server = try TestServer(in: directory)
    var ends: [CInt] = [0, 0]
    #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let kept = dup(ends[0])
    defer { close(kept) }
    server.server.adopt(connection: ends[0])
    close(ends[1])
    for _ in 0..<10 { try server.waitForLoop() }
    try server.listen()
    #expect(try server.client().info().product == "Test")
  }

  @Test func listensInTheAbstractNamespace() throws {
    let server = try TestServer(in: directory)
    let address = "unix:@" + directory.path
    try server.server.listen(at: UnixAddress(address), mode: 0o600)
    #expect(try Client(connectingTo: address, timeout: .seconds(60)).info().product == "Test")
    #expect(directory.entries == [])
  }

  private func boundSocket(_ path: String, listening: Bool) throws -> CInt {
    let fd = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #expect(try UnixAddress(path).withSocketAddress { bind(fd, $0, $1) } == 0)
    if listening { #expect(listen(fd, 8) == 0) }
    return fd
  }
}
