import CLinux
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// A listening socket in the file system, with the lock that makes it ours.
///
/// A server killed by SIGKILL leaves its socket behind, so a server must remove stale ones. Two servers that start at
/// the same time could each mistake the other's fresh socket for a stale one. The lock on `PATH.lock`, held until the
/// server ends, prevents that.
struct SocketFile: Sendable {
  /// The number of connections that the kernel lets wait to be accepted (net.core.somaxconn, listen(2)).
  static let backlog = CInt(4096)

  private let address: UnixAddress
  private let lock: FileLock
  private let identity: FileIdentity

  /// Creates a socket, binds it, sets the mode of its file, and only then listens: until then, every connection is
  /// refused. A process that watches the socket with inotify(7) gets one more event after that.
  ///
  /// - Returns: The descriptor, and the socket file; `nil` for an abstract address.
  static func listen(
    at address: UnixAddress, mode: mode_t
  ) throws(ListenError) -> (fd: CInt, file: SocketFile?) {
    let fd = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard fd >= 0 else { throw .system(operation: "socket", code: errno) }
    do throws(ListenError) {
      let file = address.isAbstract ? nil : try bindToFile(fd, address, mode: mode)
      if address.isAbstract { try bind(fd, to: address) }
      try startListening(fd, at: address)
      // A client that came after the bind was refused and waits for the next change. Setting the same mode again is
      // one.
      if file != nil { fchmodat(AT_FDCWD, address.path, mode, AT_SYMLINK_NOFOLLOW) }
      return (fd, file)
    } catch {
      close(fd)
      throw error
    }
  }

  /// Takes the lock, replaces a stale socket, and binds `fd` to a new socket file with `mode`. Releases the lock after
  /// an error.
  private static func bindToFile(
    _ fd: CInt, _ address: UnixAddress, mode: mode_t
  ) throws(ListenError) -> SocketFile {
    let lock = try FileLock(at: address.path + ".lock", for: address)
    do throws(ListenError) {
      try removeStale(address)
      try bind(fd, to: address)
      let path = address.path
      // No symbolic link is followed, in case another user can write to the directory.
      guard fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) == 0,
        let identity = FileIdentity(ofPath: path)
      else { throw .system(operation: "chmod \(path)", code: errno) }
      SocketRole.entrypoint.mark(path: path)
      return SocketFile(address: address, lock: lock, identity: identity)
    } catch {
      lock.release()
      throw error
    }
  }

  /// Binds `fd` to `address`. Throws `inUse` if another socket has the address.
  private static func bind(_ fd: CInt, to address: UnixAddress) throws(ListenError) {
    let isBound = address.withSocketAddress({ Glibc.bind(fd, $0, $1) }) == 0
    if isBound { return }
    throw errno == EADDRINUSE
      ? .inUse(address) : .system(operation: "bind to \(address)", code: errno)
  }

  /// Starts to listen on a bound socket, and refuses descriptors that clients send.
  private static func startListening(
    _ fd: CInt, at address: UnixAddress
  ) throws(ListenError) {
    // Descriptors that clients send are never wanted. Older kernels cannot refuse them; reading without room for them
    // drops them.
    var no: CInt = 0
    setsockopt(
      fd, SOL_SOCKET, CInt(RUBATO_SO_PASSRIGHTS), &no, socklen_t(MemoryLayout<CInt>.size))
    guard Glibc.listen(fd, backlog) == 0 else {
      throw .system(operation: "listen on \(address)", code: errno)
    }
    SocketRole.listen.mark(fd: fd)
  }

  /// Removes the socket, unless another file has replaced it, and releases the lock.
  func remove() {
    if FileIdentity(ofPath: address.path) == identity { unlink(address.path) }
    lock.release()
  }
}

// MARK: - Existing sockets

extension SocketFile {
  /// Removes the socket file of a server that was killed; returns if no file exists. Throws `inUse` if a process
  /// listens on it, and `notASocket` if it is another file.
  private static func removeStale(_ address: UnixAddress) throws(ListenError) {
    var status = stat()
    guard lstat(address.path, &status) == 0 else {
      if errno == ENOENT { return }
      throw .system(operation: "stat \(address)", code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(address) }
    guard try isStale(address) else { throw .inUse(address) }
    guard unlink(address.path) == 0 else {
      throw .system(operation: "unlink \(address)", code: errno)
    }
  }

  /// Whether no process listens on the socket file, according to an attempt to connect. A refused connection means so;
  /// a full backlog, or a socket of another type, means that a process listens.
  private static func isStale(_ address: UnixAddress) throws(ListenError) -> Bool {
    let flags = CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let probe = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | flags, 0)
    guard probe >= 0 else { throw .system(operation: "socket", code: errno) }
    defer { close(probe) }
    let isConnected = address.withSocketAddress({ connect(probe, $0, $1) }) == 0
    if isConnected { return false }
    switch errno {
    case ECONNREFUSED: return true
    case EAGAIN, EPROTOTYPE: return false
    default: throw .system(operation: "connect to \(address)", code: errno)
    }
  }
}

/// The identity of a file, independent of its name.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let inode: ino_t

  /// Reads the identity of the file at a path, also of a symbolic link itself; `nil`, with `errno`, if that fails.
  init?(ofPath path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }

  /// Reads the identity of an open file; `nil`, with `errno`, if that fails.
  init?(ofDescriptor fd: CInt) {
    var status = stat()
    guard fstat(fd, &status) == 0 else { return nil }
    device = status.st_dev
    inode = status.st_ino
  }
}

/// A lock on a file of its own, which is removed with the lock.
private struct FileLock: Sendable {
  private let fd: CInt
  private let path: String

  /// Creates the file at `path` and locks it. Throws `inUse` if another process holds the lock.
  init(at path: String, for address: UnixAddress) throws(ListenError) {
    self.path = path
    while true {
      let fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard fd >= 0 else { throw .system(operation: "open \(path)", code: errno) }
      guard flock(fd, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        close(fd)
        throw code == EWOULDBLOCK
          ? .inUse(address) : .system(operation: "flock \(path)", code: code)
      }
      // The last holder may have removed the file between the two calls: then it locks nothing.
      if FileIdentity(ofPath: path) == FileIdentity(ofDescriptor: fd) {
        self.fd = fd
        return
      }
      close(fd)
    }
  }

  /// Removes the file and releases the lock. In this order, so that no other server can lock the file before.
  func release() {
    unlink(path)
    close(fd)
  }
}
