import Descriptors
import Testing

@testable import Bus
@testable import Devices

/// The names that `--sources` accepts are the names of the sources.
struct SourceNameTests {
  @Test func everySourceCanBeNamed() {
    let loop = EventLoop(name: "names")
    var configuration = Machine.Configuration()
    configuration.isOfUser = true
    let names = loop.sync {
      let system = Bus(whenThere: .system, loop: loop)
      return Machine.sources(configuration, system: system, loop: loop).map(\.name)
    }
    #expect(!names.isEmpty)
    #expect(Set(names).isSubset(of: Machine.sourceNames), "\(names)")
    #expect(Set(Machine.sourceNames).count == Machine.sourceNames.count)
  }
}
