import ArgumentParser
import Verbs

/// A verb that rubatoctl leaves to this program.
protocol LaboratoryWork: ParsableCommand {
  func perform() throws
}
