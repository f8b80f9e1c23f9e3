import Control
import Vocabulary

/// A line of `top`: a current run, a waiting request or an ended run.
package struct TopEntry: Hashable, HasRequestName, Sendable {
  /// The parts of the screen, from above.
  package enum Section: Int, CaseIterable, Sendable {
    case running, waiting, ended
  }

  package let section: Section
  package let id: String
  package let app: String?
  package let owner: Int64
  /// The number of the run; `nil` for a waiting request.
  package let run: Int64?

  /// Creates the line of a run, in the section of current or of ended runs.
  init(_ section: Section, _ run: RunInfo) {
    self.section = section
    (id, app, owner) = (run.id, run.app, run.owner)
    self.run = run.run
  }

  /// Creates the line of a waiting request.
  init(waiting request: RequestInfo) {
    section = .waiting
    (id, app, owner) = (request.id, request.app, request.owner)
    run = nil
  }

  /// The title of its output: `Output of backup (run 7)`.
  package var outputTitle: String {
    "Output of \(name)\(run.map { " (run \($0))" } ?? "")"
      + (section == .ended ? ":" : "; Ctrl-C returns to top")
  }

  /// Returns whether both entries are of requests with the same name.
  func isOfSameRequest(as other: TopEntry) -> Bool {
    (owner, app, id) == (other.owner, other.app, other.id)
  }
}
