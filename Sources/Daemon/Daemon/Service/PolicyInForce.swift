import AtomicFiles
import Files
import Glibc
import Scheduling

/// The numbers that decide, and where they come from. A policy file that is wrong stops nothing: the last one that was
/// right holds, since that is what somebody wanted.
struct PolicyInForce {
  enum Source {
    /// The file as it is, or the defaults where there is none.
    case file
    /// A copy of the file as it was when it was right.
    case lastGood
    /// What a daemon that is running has been started with.
    case earlier
    /// The defaults, though a file was to say otherwise.
    case defaults
  }

  var settings = Settings()
  var source = Source.file
  /// The file that they come from, absolute; nil where they are the defaults.
  private(set) var file: String?
  /// What is wrong with it.
  private(set) var problem: FileError?
  /// All of a file that is right.
  private var text: String?
  /// Whether a file is looked for at all.
  private var isLookedFor = false

  init(_ options: Options, _ paths: DaemonPaths) {
    guard let path = options.policy ?? paths.policy else { return }
    isLookedFor = true
    do throws(FileError) {
      guard let text = try PolicyFile.text(at: path) else {
        if options.policy == nil { return }
        throw FileError(
          file: path, message: "there is no such file; write one, or leave --config out")
      }
      settings = try Settings(policy: text, file: path)
      (self.text, file) = (text, DaemonPaths.absolute(path))
    } catch {
      problem = error
      source = .defaults
      takeLastGood(paths.goodPolicy, instead: path)
    }
  }

  private mutating func takeLastGood(_ copy: String, instead path: String) {
    // One that a later version does not understand is none.
    guard let text = try? PolicyFile.text(at: copy),
      let settings = try? Settings(policy: text, file: copy)
    else { return }
    (self.settings, source, file) = (settings, .lastGood, DaemonPaths.absolute(path))
  }

  /// What an administrator should know; nil where nothing is wrong.
  ///
  /// - Parameter reload: What makes the daemon read the file again.
  func warning(reload: String) -> String? {
    guard let problem else { return nil }
    let holds =
      switch source {
      case .lastGood: "The settings of the file as it was before hold"
      case .earlier, .file: "The settings that rubatod was started with hold"
      case .defaults: "The defaults hold"
      }
    return "policy file: \(problem.sentence) \(holds) until it is corrected and rubatod restarted;"
      + " to have it checked: \(reload)"
  }

  /// Keeps the file for a start at which it is wrong, or forgets it where it is gone.
  ///
  /// - Returns: Why it is not kept.
  func keep(at copy: String) -> String? {
    guard isLookedFor, problem == nil else { return nil }
    guard let text else {
      unlink(copy)
      return nil
    }
    guard (try? PolicyFile.text(at: copy)) != text else { return nil }
    do throws(AtomicFileError) {
      try AtomicFile.write(Array(text.utf8), to: copy)
      return nil
    } catch {
      return "the policy file is not kept for a start at which it is wrong: \(error)"
    }
  }
}
