import Foundation
import Testing

@testable import generate

/// What `make generate` wrote is what it would write now.
struct GenerationTests {
  private let checkout = Checkout(root: Repository().root.path)

  @Test func whatIsGeneratedIsUpToDate() throws {
    let output = try GeneratedSources(of: checkout)
    #expect(output.files.count > 50)
    for file in output.files {
      #expect(try checkout.text(file.path) == file.text, "run: make generate")
    }
    #expect(try output.stale(in: checkout) == [], "run: make generate")
  }
}
