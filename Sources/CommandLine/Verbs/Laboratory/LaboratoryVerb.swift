import ArgumentParser

/// A verb that reads YAML or simulates. Its options are declared here; `rubato-lab` performs it.
package protocol LaboratoryVerb: ParsableCommand {}

extension LaboratoryVerb {
  /// Called in `rubatoctl`, which only parses the options of the verb.
  package func run() throws {
    try Laboratory.takeOver()
  }
}
