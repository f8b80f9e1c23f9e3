import AtomicFiles
import JSON

#if canImport(Glibc)
  import Glibc
#endif

/// The directory of one transfer, which only its owner can access: its order, its state, and the response. The daemon
/// does not read it.
package struct TransferDirectory: Hashable, Sendable {
  /// The absolute path.
  package let path: String

  package init(path: String) { self.path = path }

  /// The name of the directory, unique among the transfers of its owner.
  package var id: String { AtomicFile.names(in: path).last ?? "" }

  /// The id of the transfer's request.
  package var request: String { "transfer-\(id)" }

  /// The first bytes of a response to an upload, or of a response that is not a success.
  package var body: String { "\(path)/body" }
  /// The file of a download without another target.
  package var download: String { "\(path)/download" }
  /// The headers of responses as they arrive, which identify the version of a partial download.
  package var received: String { "\(path)/received" }
  /// The file that is locked while a process performs the transfer.
  package var lock: String { "\(path)/lock" }
  private var orderFile: String { "\(path)/order" }
  private var stateFile: String { "\(path)/state" }

  /// The maximum size of a stored response other than a download.
  package static let longestBody = 1_048_576
  /// The maximum size of an order and of a state.
  package static let longestFile = 4_194_304

  // MARK: Transfers of an owner

  /// Returns the directory of a user's transfers, by the XDG Base Directory Specification.
  ///
  /// - Throws: If neither XDG_STATE_HOME nor HOME is an absolute path.
  package static func root(_ environment: [String: String]) throws(TransferError) -> String {
    if let state = environment["XDG_STATE_HOME"], state.utf8.first == UInt8(ascii: "/") {
      return "\(state)/rubato/transfers"
    }
    guard let home = environment["HOME"], home.utf8.first == UInt8(ascii: "/") else {
      throw .directory(
        "the directory of transfers", "is unknown: neither XDG_STATE_HOME nor HOME is set")
    }
    return "\(home)/.local/state/rubato/transfers"
  }

  /// Returns the directories of the transfers in `root`, in the order of their names. Other files are ignored.
  package static func all(in root: String) -> [TransferDirectory] {
    guard let stream = opendir(root) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if isTransferName(name) { names.append(name) }
    }
    return names.sorted().map { TransferDirectory(path: "\(root)/\($0)") }
  }

  /// Returns a transfer by its name, or by the id of its request; `nil` if it does not exist.
  package static func named(_ name: String, in root: String) -> TransferDirectory? {
    let id = name.hasPrefix("transfer-") ? String(name.dropFirst("transfer-".count)) : name
    guard isTransferName(id) else { return nil }
    let directory = TransferDirectory(path: "\(root)/\(id)")
    return directory.order() == nil ? nil : directory
  }

  /// Whether a name is that of a transfer's directory: 16 hexadecimal digits, in lower case.
  private static func isTransferName(_ name: String) -> Bool {
    name.utf8.count == 16
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }

  // MARK: Creating and removing

  /// Creates the directory of a new transfer, with its order and its initial state. When this returns, the directory
  /// is on disk.
  ///
  /// - Throws: `tooLarge` if the order could not be read again, as with megabytes of headers.
  package static func make(
    _ order: TransferOrder, in root: String
  ) throws(TransferError) -> TransferDirectory {
    let text = json(order)
    guard text.count <= longestFile else { throw .tooLarge(text.count, limit: longestFile) }
    try makeParents(of: root)
    let directory = TransferDirectory(path: "\(root)/\(randomName())")
    guard mkdir(directory.path, 0o700) == 0 else {
      throw .directory(directory.path, "cannot be made: \(TransferError.system())")
    }
    do throws(TransferError) {
      try TransferFile.write(text, to: directory.orderFile)
      try directory.put(TransferState())
      try TransferFile.sync(directory: root)
    } catch {
      directory.remove()
      throw error
    }
    return directory
  }

  /// Creates the directory of a user's transfers and its parents, with mode 0700. Throws if that fails, or if other
  /// users can access an existing one.
  private static func makeParents(of root: String) throws(TransferError) {
    var parent = ""
    for name in AtomicFile.names(in: root) {
      parent += "/\(name)"
      if mkdir(parent, 0o700) != 0, errno != EEXIST {
        throw .directory(parent, "cannot be made: \(TransferError.system())")
      }
    }
    try TransferDirectory(path: root).checkOwner()
  }

  /// Locks the directory of a user's transfers until a new transfer is queued, and returns a descriptor whose closing
  /// unlocks it. A process has this lock from the creation of the directory of a transfer until the daemon has its
  /// request. Creates the directory if it does not exist, so that the first transfer also has the lock.
  ///
  /// - Throws: If the directory cannot be created or locked, or other users can access it.
  package static func lockForQueueing(in root: String) throws(TransferError) -> Int32 {
    try makeParents(of: root)
    guard let descriptor = try lock(root, LOCK_SH) else {
      throw .directory(root, "cannot be locked: it was removed")
    }
    return descriptor
  }

  /// Locks the directory of a user's transfers, and returns a descriptor whose closing unlocks it; `nil` if the
  /// directory does not exist. A process that removes transfers without a request waits for this lock, so that it
  /// removes no transfer that is being queued.
  ///
  /// - Throws: If the directory cannot be locked.
  package static func lockForRemoval(in root: String) throws(TransferError) -> Int32? {
    try lock(root, LOCK_EX)
  }

  /// Locks a directory, `LOCK_SH` or `LOCK_EX`, and returns its descriptor; `nil` if it does not exist.
  private static func lock(_ path: String, _ mode: Int32) throws(TransferError) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    var code = descriptor < 0 ? -1 : flock(descriptor, mode)
    while descriptor >= 0, code != 0, errno == EINTR { code = flock(descriptor, mode) }
    guard code == 0 else {
      let error = TransferError.directory(path, "cannot be locked: \(TransferError.system())")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Checks that the directory belongs to this user.
  ///
  /// - Throws: If other users could read or write the directory.
  package func checkOwner() throws(TransferError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw .directory(path, "cannot be read: \(TransferError.system())")
    }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      throw .directory(
        path, "must be your own directory, without access for other users; run: chmod 700 \(path)")
    }
  }

  /// Removes the directory and the partial download; a complete download with another target stays.
  package func remove() {
    // The partial download is next to its target, which may be in another directory.
    if let order = order(), order.direction == .download { unlink(part(of: order)) }
    guard let stream = opendir(path) else { return }
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) {
        _ = $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unlinkat(dirfd(stream), $0, 0)
        }
      }
    }
    closedir(stream)
    rmdir(path)
  }

  /// Whether a process performs the transfer now. The check takes the lock: do not use it for a transfer that may
  /// start.
  package var isCarried: Bool {
    let descriptor = open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0
  }

  /// Returns a random name of 16 hexadecimal digits.
  private static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = String(generator.next() as UInt64, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  // MARK: Contents

  /// Returns the path of a partial download: on the file system of its target, since it is renamed to the target.
  package func part(of order: TransferOrder) -> String {
    let target = order.output ?? download
    var name = (AtomicFile.names(in: target).last ?? "download").prefix(180)
    // A name has at most 255 bytes (NAME_MAX), and 180 characters can have more.
    let longest = 255 - "..\(id).part".utf8.count
    while name.utf8.count > longest { name.removeLast() }
    return "\(TransferFile.parent(of: target))/.\(name).\(id).part"
  }

  /// Reads the order; `nil` if no readable one exists.
  package func order() -> TransferOrder? { Self.read(orderFile) }

  /// Reads the state; `nil` if no readable one exists.
  package func state() -> TransferState? { Self.read(stateFile) }

  /// Replaces the state atomically.
  package func put(_ state: TransferState) throws(TransferError) {
    try TransferFile.write(Self.json(state), to: stateFile)
  }

  /// Returns the stored response; empty if there is none.
  package func answer() -> [UInt8] {
    TransferFile.read(body, limit: Self.longestBody) ?? []
  }

  /// Returns the JSON text of a value.
  private static func json(_ value: some JSONWritable) -> [UInt8] {
    var json = JSONWriter()
    value.write(to: &json)
    return json.bytes
  }

  /// Reads a value from a JSON file; `nil` if the file is missing, too long or invalid.
  private static func read<Value: JSONReadable>(_ path: String) -> Value? {
    guard let bytes = TransferFile.read(path, limit: longestFile),
      let document = try? JSONDocument(bytes)
    else { return nil }
    return Value(json: document.root)
  }
}
