import Foundation
import Transfers

/// The response of a server, with the name of Foundation's class.
public class URLResponse: NSObject, @unchecked Sendable {
  /// The URL of the response, after all redirections; `nil` if it is not a valid URL.
  public let url: URL?
  /// The type of the content, such as `text/html`; `nil` if the server did not send it.
  public let mimeType: String?
  /// The announced length in bytes; -1 if the server did not send it.
  public let expectedContentLength: Int64

  fileprivate init(url: URL?, mimeType: String?, expectedContentLength: Int64) {
    self.url = url
    self.mimeType = mimeType
    self.expectedContentLength = expectedContentLength
  }
}

/// The response of an HTTP server, with the name of Foundation's class. All responses are of this class.
public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
  /// The status, such as 201.
  public let statusCode: Int
  private let fields: [TransferOrder.Header]

  /// Creates the response; `nil` if no server has responded.
  init?(_ order: TransferOrder, _ state: TransferState) {
    guard let status = state.status else { return nil }
    (statusCode, fields) = (status, state.headers)
    let type = Self.value("content-type", in: state.headers)
    let length = Self.value("content-length", in: state.headers).flatMap { Int64($0) }
    super.init(
      url: URL(string: state.url ?? order.url),
      mimeType: type?.split(separator: ";").first.map { $0.trimmingCharacters(in: .whitespaces) },
      expectedContentLength: length ?? -1)
  }

  /// Returns the value of a header, ignoring case; `nil` if there is none.
  private static func value(_ name: String, in fields: [TransferOrder.Header]) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The headers; the values of a repeated header are joined by commas.
  public var allHeaderFields: [AnyHashable: Any] {
    Dictionary(fields.map { (AnyHashable($0.name), $0.value) }) { "\($0), \($1)" }
  }

  /// Returns the value of a header, ignoring case; `nil` if there is none.
  public func value(forHTTPHeaderField field: String) -> String? { Self.value(field, in: fields) }
}
