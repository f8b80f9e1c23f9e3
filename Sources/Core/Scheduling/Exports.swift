// Nearly every file here, and of the modules that use this one, has times, reasons and refusals.
@_exported import Vocabulary
