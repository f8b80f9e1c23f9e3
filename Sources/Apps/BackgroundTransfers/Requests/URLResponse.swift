import Foundation
import Transfers

/// What a server has answered, with the name of Foundation's class.
public class URLResponse: NSObject, @unchecked Sendable {
  /// Where the answer came from: behind all redirections.
  public let url: URL?
  /// The type of the content, such as `text/html`; nil where the server has named none.
  public let mimeType: String?
  /// The length that the server has announced, in bytes; -1 where it has not.
  public let expectedContentLength: Int64

  fileprivate init(url: URL?, mimeType: String?, expectedContentLength: Int64) {
    self.url = url
    self.mimeType = mimeType
    self.expectedContentLength = expectedContentLength
  }
}

/// The answer of an HTTP server, with the name of Foundation's class. All answers are such.
public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
  /// The status, such as 201.
  public let statusCode: Int
  private let fields: [TransferOrder.Header]

  /// Nil where no server has answered.
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

  private static func value(_ name: String, in fields: [TransferOrder.Header]) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// All headers; those that came more than once joined by commas.
  public var allHeaderFields: [AnyHashable: Any] {
    Dictionary(fields.map { (AnyHashable($0.name), $0.value) }) { "\($0), \($1)" }
  }

  /// The value of a header, in any case of letters; nil where there is none.
  public func value(forHTTPHeaderField field: String) -> String? { Self.value(field, in: fields) }
}
