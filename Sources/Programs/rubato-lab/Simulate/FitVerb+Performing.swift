import Report
import Scheduling
import Simulation
import Studies
import Terminal
import Verbs

extension FitVerb: LaboratoryWork {
  /// Fits a population to the traces, and prints it as a scenario or the fits as JSON.
  func perform() throws {
    let traces = try traces.map(Self.read)
    let population: FittedPopulation
    do throws(FitError) {
      population = try FittedPopulation(traces)
    } catch {
      throw Failure.refused(error.description)
    }
    if json { return Output.print(JSONLayout.indented(FitAnswer(population))) }
    // The file ends with a line feed, which `print` adds.
    Output.print(String(FittedScenarioText.yaml(population).dropLast()))
  }

  /// Reads a trace as the life of a device.
  private static func read(_ file: String) throws(Failure) -> (name: String, timeline: Timeline) {
    let text = try TextFile.read(file, limit: WorldOptions.longestTrace)
    do throws(TraceError) {
      return (file, Timeline(try TraceReader.read(text, named: file), seed: 1))
    } catch {
      throw .refused(error.description)
    }
  }
}

/// The fits for programs.
private struct FitAnswer: Encodable {
  struct Trait: Encodable {
    var trait: String
    /// The distribution as scenarios have it.
    var spread: String
    /// The values of the devices: factors, shares, seconds, or 1 for devices that have the trait.
    var values: [Double]
    var goodness: TraitFit.Goodness?
  }

  var traces: [String]
  var days: Double
  var traits: [Trait]
  var unseen: [String]

  init(_ population: FittedPopulation) {
    traces = population.names
    days = population.days
    traits = population.fits.map {
      Trait(
        trait: $0.trait.rawValue, spread: $0.text, values: $0.values, goodness: $0.goodness)
    }
    unseen = population.unseen.map(\.rawValue)
  }
}
