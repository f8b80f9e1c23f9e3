/// Linear equations with a symmetric, positive definite matrix, solved by Cholesky's factorisation.
struct SymmetricSystem {
  /// The lower triangle by rows: (0,0), (1,0), (1,1), (2,0), …
  var lowerTriangle: [Double]

  /// Returns the solution x of A x = `right`, where A is this matrix; `nil` if A is not positive definite or the
  /// solution is not finite.
  func solution(of right: [Double]) -> [Double]? {
    guard let factor = factor(count: right.count) else { return nil }
    /// Returns the index of a cell of L, the factor, for which A is L L'.
    func cell(_ row: Int, _ column: Int) -> Int { row * (row + 1) / 2 + column }
    var solution = right
    let cells = factor.span
    var results = solution.mutableSpan
    // Solves L y = `right`.
    for row in right.indices {
      var sum = results[row]
      for column in 0..<row { sum -= cells[cell(row, column)] * results[column] }
      results[row] = sum / cells[cell(row, row)]
    }
    // Solves L' x = y.
    for row in right.indices.reversed() {
      var sum = results[row]
      for below in row + 1..<right.count { sum -= cells[cell(below, row)] * results[below] }
      results[row] = sum / cells[cell(row, row)]
    }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }

  /// Returns the lower triangle L, stored like `lowerTriangle`, for which L L' is this matrix A of `count` rows; `nil`
  /// if A is not positive definite.
  private func factor(count: Int) -> [Double]? {
    var factor = lowerTriangle
    // A span, since an array would check for a single owner at each change.
    var cells = factor.mutableSpan
    for row in 0..<count {
      let rowStart = row * (row + 1) / 2
      for column in 0...row {
        let columnStart = column * (column + 1) / 2
        var sum = cells[rowStart + column]
        for index in 0..<column { sum -= cells[rowStart + index] * cells[columnStart + index] }
        if row == column {
          guard sum > 0 else { return nil }
          cells[rowStart + column] = sum.squareRoot()
        } else {
          cells[rowStart + column] = sum / cells[columnStart + column]
        }
      }
    }
    return factor
  }
}
