// This target has no code: it links the connection to the daemon into apps, if the package has the trait `Connection`.
