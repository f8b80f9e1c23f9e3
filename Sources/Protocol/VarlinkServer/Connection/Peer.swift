import CLinux

#if canImport(Glibc)
  import Glibc
#endif

/// The process at the other end of a connection, as the kernel reports it for the time of connecting.
package struct Peer: Sendable, Equatable {
  package let uid: UInt32
  package let gid: UInt32
  /// The pid may have been given to another process since.
  package let pid: Int32
  /// The process's supplementary groups.
  package let groups: [UInt32]

  package init(uid: UInt32, gid: UInt32, pid: Int32, groups: [UInt32]) {
    self.uid = uid
    self.gid = gid
    self.pid = pid
    self.groups = groups
  }

  /// Whether the process is in a group, as its primary or a supplementary one.
  package func isMember(ofGroup gid: UInt32) -> Bool {
    self.gid == gid || groups.contains(gid)
  }
}

/// An error number.
struct SystemError: Error {
  let code: CInt
}

extension Peer {
  /// Reads the credentials of a connected Unix socket from the kernel (SO_PEERCRED, SO_PEERGROUPS: unix(7), socket(7)).
  init(ofSocket fd: CInt) throws(SystemError) {
    var credentials = rubato_peer_credentials()
    var length = socklen_t(MemoryLayout<rubato_peer_credentials>.size)
    guard getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
      throw SystemError(code: errno)
    }
    self.init(
      uid: credentials.uid, gid: credentials.gid, pid: credentials.pid,
      groups: try Self.groups(ofSocket: fd))
  }

  /// Reads the supplementary groups of the process at the other end. Too small a buffer fails with ERANGE and returns
  /// the size needed, for the second attempt.
  private static func groups(ofSocket fd: CInt) throws(SystemError) -> [UInt32] {
    var groups = [gid_t](repeating: 0, count: 32)
    for _ in 0..<2 {
      var length = socklen_t(groups.count * MemoryLayout<gid_t>.stride)
      let result = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, &groups, &length)
      let count = Int(length) / MemoryLayout<gid_t>.stride
      if result == 0 { return Array(groups.prefix(count)) }
      guard errno == ERANGE else { break }
      groups = [gid_t](repeating: 0, count: count)
    }
    throw SystemError(code: errno)
  }
}
