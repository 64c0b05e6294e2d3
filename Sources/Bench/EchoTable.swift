/// Where replies stop and where they do not: by the sort of sound, and by how its echo comes back.
public enum EchoTable {
  private static let width = 20

  /// The table of `runs`: of how many scenes how many were stopped.
  public static func of(_ runs: [BenchReport.Run]) -> String {
    let sorts = Dictionary(grouping: runs) { run in
      run.notes.count > 1 ? run.notes[1] : "alone"
    }
    let delays = Set(runs.compactMap { $0.figures["delay_ms"] }).sorted()
    let rooms = Set(runs.compactMap { $0.notes.count > 2 ? $0.notes[2] : nil }).sorted()
    let columns: [(name: String, has: (BenchReport.Run) -> Bool)] =
      EchoPlan.leaks.map { leak in
        ("leak \((Double(leak) * 100).rounded() / 100)", { $0.figures["leak"] == Double(leak) })
      }
      + delays.map { delay in ("\(Int(delay)) ms", { $0.figures["delay_ms"] == delay }) }
      + rooms.enumerated().map { number, room in
        ("room \(number + 1)", { $0.notes.count > 2 && $0.notes[2] == room })
      }
    let head = line("stopped, of", ["all"] + columns.map(\.name))
    let lines = sorts.sorted { $0.key < $1.key }.map { sort, all in
      line(sort, [cell(all)] + columns.map { column in cell(all.filter(column.has)) })
    }
    let names = rooms.enumerated().map { "room \($0 + 1): \($1)" }.joined(separator: ", ")
    return ([head] + lines + [names]).joined(separator: "\n")
  }

  private static func cell(_ runs: [BenchReport.Run]) -> String {
    let stopped = runs.count {
      $0.wasStopped || $0.notes.first == "alone" && $0.figures["stopped"] == 1
    }
    return runs.isEmpty ? "" : "\(stopped)/\(runs.count)"
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    padded(name, to: width) + cells.map { padded($0, to: 9) }.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
