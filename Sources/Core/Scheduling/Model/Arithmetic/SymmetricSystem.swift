/// Linear equations with a symmetric, positive definite matrix, solved by Cholesky's factorisation.
struct SymmetricSystem {
  /// The lower triangle by rows: (0,0), (1,0), (1,1), (2,0), …
  var lowerTriangle: [Double]

  /// Returns the solution x of A x = `right`, where A is this matrix; `nil` if A is not positive definite or the
  /// solution is not finite.
  func solution(of right: [Double]) -> [Double]? {
    guard let factor = factor(count: right.count) else { return nil }
    /// Returns a cell of L, the factor, for which A is L L'.
    func cell(_ row: Int, _ column: Int) -> Double { factor[row * (row + 1) / 2 + column] }
    var solution = right
    // Solves L y = `right`.
    for row in right.indices {
      for column in 0..<row { solution[row] -= cell(row, column) * solution[column] }
      solution[row] /= cell(row, row)
    }
    // Solves L' x = y.
    for row in right.indices.reversed() {
      for below in right.indices.dropFirst(row + 1) {
        solution[row] -= cell(below, row) * solution[below]
      }
      solution[row] /= cell(row, row)
    }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }

  /// Returns the lower triangle L, stored like `lowerTriangle`, for which L L' is this matrix A of `count` rows; `nil`
  /// if A is not positive definite.
  private func factor(count: Int) -> [Double]? {
    var factor = lowerTriangle
    for row in 0..<count {
      let rowStart = row * (row + 1) / 2
      for column in 0...row {
        let columnStart = column * (column + 1) / 2
        var sum = lowerTriangle[rowStart + column]
        for index in 0..<column { sum -= factor[rowStart + index] * factor[columnStart + index] }
        if row == column {
          guard sum > 0 else { return nil }
          factor[rowStart + column] = sum.squareRoot()
        } else {
          factor[rowStart + column] = sum / factor[columnStart + column]
        }
      }
    }
    return factor
  }
}
