import Foundation
import Testing

@testable import BackgroundTransfers

struct RequestTests {
  @Test func headersHaveNoCase() {
    var request = URLRequest(url: URL(string: "https://host")!)
    #expect(request.httpMethod == "GET" && request.allHTTPHeaderFields == nil)
    request.setValue("a", forHTTPHeaderField: "Accept")
    request.addValue("b", forHTTPHeaderField: "accept")
    #expect(request.value(forHTTPHeaderField: "ACCEPT") == "a,b")
    request.setValue("c", forHTTPHeaderField: "ACCEPT")
    #expect(request.allHTTPHeaderFields == ["ACCEPT": "c"])
    request.setValue(nil, forHTTPHeaderField: "accept")
    #expect(request.allHTTPHeaderFields == nil)
  }

  @Test func aSessionHasACopyOfItsConfiguration() {
    let configuration = URLSessionConfiguration.background(withIdentifier: "films")
    configuration.isDiscretionary = true
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.waitsForConnectivity = true
    configuration.sharedContainerIdentifier = "group"
    configuration.httpMaximumConnectionsPerHost = 2
    configuration.httpAdditionalHeaders = ["A": "b"]
    let copy = configuration.copy() as? URLSessionConfiguration
    configuration.isDiscretionary = false
    #expect(copy?.isDiscretionary == true && copy?.identifier == "films")
    #expect(copy?.requestCachePolicy == .reloadIgnoringLocalCacheData && copy?.urlCache == nil)
    #expect(copy?.waitsForConnectivity == true)
    #expect(copy?.sharedContainerIdentifier == "group" && copy?.httpMaximumConnectionsPerHost == 2)
    #expect(copy?.httpAdditionalHeaders as? [String: String] == ["A": "b"])
  }
}
