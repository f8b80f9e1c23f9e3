// An app that imports this module also uses URL and Data.
@_exported import Dispatch
@_exported import Foundation
