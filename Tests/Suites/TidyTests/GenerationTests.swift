import Foundation
import Testing

@testable import generate

/// Generated files must match the present output of `make generate`.
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
