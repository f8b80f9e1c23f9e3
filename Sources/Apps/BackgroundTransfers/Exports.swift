// An app that imports this module writes URL and Data as well.
@_exported import Dispatch
@_exported import Foundation
