import ArgumentParser

package struct FitVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Fit a population to recorded traces.",
    discussion: """
      Prints a scenario for `rubatoctl simulate --population`. Its device and apps have the middle \
      habits of the traces, and its key `population` has the distributions of the traits in which the \
      devices differ, with the distance of each fit as a comment. Each trace is one device. At least \
      three traces are required, each with seven days without gaps. docs/fleet-questions.md has an \
      example, docs/simulate.md the format of traces.
      """)

  @Argument(help: ArgumentHelp("Traces of at least three devices.", valueName: "trace"))
  package var traces: [String]

  @Flag(help: "Print the fits as JSON.")
  package var json = false

  package init() {}
}
