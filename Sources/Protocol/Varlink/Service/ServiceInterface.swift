/// `org.varlink.service`, by which a client discovers the interfaces of a server.
package enum ServiceInterface {
  package static let name = "org.varlink.service"

  /// The description, as the server returns it.
  package static let text = """
    # Tells what a service is and describes its interfaces.
    interface org.varlink.service

    # The implementation and the names of its interfaces.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The description of one interface, with its comments.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The service has no such interface.
    error InterfaceNotFound (interface: string)

    # The interface has no such method.
    error MethodNotFound (method: string)

    # The interface has the method, this service does not offer it, or not in the way it was called.
    error MethodNotImplemented (method: string)

    # A parameter is missing, unknown, of the wrong type or out of range.
    error InvalidParameter (
      # Its name; a part of it is written a.b or a[0].
      parameter: string,
      # What is wrong with it, for people.
      message: ?string
    )

    # The caller may not do that.
    error PermissionDenied ()

    # The method must be called with "more".
    error ExpectedMore ()

    # The method must be called with "upgrade".
    error ExpectedUpgrade ()

    """

  /// The output of GetInfo.
  package struct Info: Codable, Sendable, Equatable {
    package var vendor: String
    package var product: String
    package var version: String
    package var url: String
    package var interfaces: [String]

    package init(
      vendor: String, product: String, version: String, url: String, interfaces: [String] = []
    ) {
      self.vendor = vendor
      self.product = product
      self.version = version
      self.url = url
      self.interfaces = interfaces
    }
  }

  /// The input of GetInterfaceDescription.
  package struct DescriptionRequest: Codable, Sendable {
    package var interface: String
    package init(interface: String) { self.interface = interface }
  }

  /// The output of GetInterfaceDescription.
  package struct Description: Codable, Sendable {
    package var description: String
    package init(description: String) { self.description = description }
  }
}

extension Client {
  /// Returns the server's description of itself.
  package func info() throws(ClientError) -> ServiceInterface.Info {
    try call(ServiceInterface.name + ".GetInfo")
  }

  /// Returns the description of one of the server's interfaces.
  package func describe(interface: String) throws(ClientError) -> String {
    let request = ServiceInterface.DescriptionRequest(interface: interface)
    return try call(
      ServiceInterface.name + ".GetInterfaceDescription", request,
      as: ServiceInterface.Description.self
    ).description
  }
}
