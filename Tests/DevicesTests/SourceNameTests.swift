import Dispatch
import Testing

@testable import Bus
@testable import Devices

/// The names that `--sources` takes are those that sources have.
struct SourceNameTests {
  @Test func everySourceCanBeNamed() {
    let queue = DispatchQueue(label: "names")
    var configuration = Machine.Configuration()
    configuration.isOfUser = true
    let system = queue.sync { Bus(whenThere: .system, queue: queue) }
    let names = Machine.sources(configuration, system: system, queue: queue).map(\.name)
    #expect(!names.isEmpty)
    #expect(Set(names).isSubset(of: Machine.sourceNames), "\(names)")
    #expect(Set(Machine.sourceNames).count == Machine.sourceNames.count)
  }
}
