import AtomicFiles
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// The locations of an app's parts.
struct AppLayout {
  /// The absolute path of the executable.
  var executable: String
  var info: InfoPlist

  /// - Parameters:
  ///   - path: The directory of the app, or its executable.
  ///   - plist: Its Info.plist; `nil` searches the usual places.
  init(_ path: String, infoPlist plist: String?) throws(Failure) {
    let root = try Self.absolute(path)
    if Self.isDirectory(root) {
      try self.init(directory: root, infoPlist: plist)
    } else {
      try self.init(executable: root, infoPlist: plist)
    }
    guard access(executable, X_OK) == 0, !Self.isDirectory(executable) else {
      throw .refused("\(executable) is not an executable file; build the app, or name another")
    }
  }

  /// Finds the parts of an app in its directory: the Info.plist, and then the executable that it names. Without that
  /// name, the executable has the name of the directory.
  private init(directory: String, infoPlist plist: String?) throws(Failure) {
    let file = try Self.infoPlistPath(
      named: plist, or: ["\(directory)/Contents/Info.plist", "\(directory)/Info.plist"],
      below: directory)
    info = try InfoPlist(file: file)
    let name = info.executable ?? Self.name(of: directory)
    let places = ["\(directory)/Contents/Linux/\(name)", "\(directory)/\(name)"]
    let executablePath = places.first { place in access(place, F_OK) == 0 }
    guard let executablePath else {
      throw .refused(
        "executable '\(name)' not found in \(directory) or its Contents/Linux; name it in"
          + " CFBundleExecutable of \(file)")
    }
    executable = executablePath
  }

  /// Finds the Info.plist of an executable, beside it or one directory above.
  private init(executable: String, infoPlist plist: String?) throws(Failure) {
    let parent = Self.parent(of: executable)
    let file = try Self.infoPlistPath(
      named: plist, or: ["\(parent)/Info.plist", "\(Self.parent(of: parent))/Info.plist"],
      below: parent)
    info = try InfoPlist(file: file)
    self.executable = executable
  }

  /// Returns the path of the Info.plist: the one that the user has named, which must exist, or else the first of the
  /// usual places that can be read. `directory` is the place that the error names.
  private static func infoPlistPath(
    named: String?, or usualPlaces: [String], below directory: String
  ) throws(Failure) -> String {
    if let named { return try absolute(named) }
    guard let usualPlace = usualPlaces.first(where: { access($0, R_OK) == 0 }) else {
      throw .refused(
        "Info.plist not found in \(directory); write one, or name it with --info-plist")
    }
    return usualPlace
  }

  /// Returns the absolute path without symbolic links. Throws an error if no such file exists.
  private static func absolute(_ path: String) throws(Failure) -> String {
    guard let real = RealPath.resolve(path) else {
      throw .refused("\(path): \(String(cString: strerror(errno)))")
    }
    return real
  }

  /// Whether a directory exists at the path.
  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the directory that contains an absolute path.
  private static func parent(of path: String) -> String {
    AtomicFile.parent(of: path)
  }

  /// Returns the last part of the path, without `.app`.
  private static func name(of directory: String) -> String {
    let last = AtomicFile.names(in: directory).last ?? ""
    return last.hasSuffix(".app") ? String(last.dropLast(4)) : last
  }
}
