import AtomicFiles
import Files
import Glibc
import Scheduling

/// The settings in effect, and their source. An invalid policy file stops nothing: the last valid one stays in
/// effect, since the administrator chose it.
struct PolicyInForce {
  enum Source {
    /// The present file, or the defaults if there is none.
    case file
    /// A copy of the last valid file.
    case lastGood
    /// The settings with which the running daemon was started.
    case earlier
    /// The defaults, though a file should set other values.
    case defaults
  }

  var settings: Settings
  var source = Source.file
  /// The values of the keys that no file sets.
  let defaults: Settings
  /// The size of the machine, which determines some of the defaults; `nil` if they do not depend on the machine.
  let machine: MachineSize?
  /// The names of the keys that the file in effect sets.
  private(set) var keys: Set<String> = []
  /// The absolute path of the file; `nil` if the defaults apply.
  private(set) var file: String?
  /// The error in the file; `nil` if there is none.
  private(set) var problem: FileError?
  /// Whether a valid file exists.
  private var isFileValid = false
  /// Whether a policy file is read at all.
  private var readsPolicyFile = false

  /// Reads the policy file of `--config`, or else the usual one. If it is invalid, uses the copy of the last valid one.
  /// Uses the defaults if there is no file.
  init(_ options: Options, _ paths: DaemonPaths) {
    machine = options.readsMachine ? MachineSize.present : nil
    defaults = Settings(for: machine)
    settings = defaults
    guard let path = options.policy ?? paths.policy else { return }
    readsPolicyFile = true
    do throws(FileError) {
      guard let text = try PolicyFile.text(at: path) else {
        // The usual file need not exist.
        if options.policy == nil { return }
        throw FileError(
          file: path, message: "file not found; create it, or leave out --config")
      }
      try apply(PolicyReading(text, file: path, defaults: defaults))
      (isFileValid, file) = (true, DaemonPaths.absolute(path))
    } catch {
      problem = error
      source = .defaults
      useLastGood(paths.goodPolicy, instead: path)
    }
  }

  /// Uses the settings of `copy`, the last valid policy file, instead of the settings of the invalid file at `path`.
  /// Keeps the defaults if the copy is missing or also invalid.
  private mutating func useLastGood(_ copy: String, instead path: String) {
    // A copy that a later version does not understand is ignored.
    guard let text = try? PolicyFile.text(at: copy),
      (try? apply(PolicyReading(text, file: copy, defaults: defaults))) != nil
    else { return }
    (source, file) = (.lastGood, DaemonPaths.absolute(path))
  }

  /// Applies the settings of a file. Throws its mistakes if there are any.
  private mutating func apply(_ reading: PolicyReading) throws(FileError) {
    if let problem = reading.problem { throw problem }
    (settings, keys) = (reading.settings, reading.keys)
  }

  /// Returns the warning about an error in the policy file, with the settings that are in effect instead; `nil` if
  /// there is no error.
  ///
  /// - Parameter reload: The command that makes the daemon read the file again.
  func warning(reload: String) -> String? {
    guard let problem else { return nil }
    let settingsInEffect =
      switch source {
      case .lastGood: "The last valid settings of the file are in effect"
      case .earlier, .file: "The settings from the start of rubatod are in effect"
      case .defaults: "The defaults are in effect"
      }
    return
      "policy file: \(problem.sentence) \(settingsInEffect) until the file is corrected and rubatod is"
      + " restarted; to check it: rubatoctl policy check \(DaemonPaths.absolute(problem.file)), or: \(reload)"
  }

  /// Keeps the settings of a valid policy file at `copy`, for a start with an invalid file. The copy has the users of
  /// `quiet-users` by uid: at boot, a name from the network may be unknown, so that the file is invalid. Deletes the
  /// copy if the file no longer exists. Does nothing if the file is invalid or not read at all.
  ///
  /// - Returns: The reason why the copy could not be written; `nil` otherwise.
  func updateCopy(at copy: String) -> String? {
    guard readsPolicyFile, problem == nil else { return nil }
    guard isFileValid else {
      unlink(copy)
      return nil
    }
    let text = PolicyText.yaml(settings) { keys.contains($0) }
    let isCopyCurrent = (try? PolicyFile.text(at: copy)) == text
    if isCopyCurrent { return nil }
    do throws(AtomicFileError) {
      try AtomicFile.write(Array(text.utf8), to: copy)
      return nil
    } catch {
      return "could not keep a copy of the policy file for a start with an invalid file: \(error)"
    }
  }
}
