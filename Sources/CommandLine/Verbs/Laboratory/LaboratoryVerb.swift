import ArgumentParser

/// A verb that reads YAML or simulates. Here is what may be typed; `rubato-lab` performs it.
package protocol LaboratoryVerb: ParsableCommand {}

extension LaboratoryVerb {
  package func run() throws {
    try Laboratory.takeOver()
  }
}
