import ArgumentParser
import Verbs

/// A verb that rubatoctl leaves to this program.
protocol LaboratoryWork: ParsableCommand {
  /// Performs the verb with its parsed options and prints the result. A thrown `Failure` determines the exit code.
  func perform() throws
}
