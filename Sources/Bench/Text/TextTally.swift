/// Counts right cases: all of them, by language and by kind.
struct TextTally {
  private struct Count {
    var right = 0
    var all = 0

    var rate: Double { all == 0 ? 0 : Double(right) / Double(all) * 100 }
  }

  private var all = Count()
  private var uncut = Count()
  private var groups: [String: Count] = [:]

  /// Counts a case.
  mutating func add(_ item: TextCase, _ outcome: TextBench.Outcome) {
    let group = { (name: String) in name.map { $0.isLetter || $0.isNumber ? $0 : "_" } }
    let language = item.language.isEmpty ? "unknown" : item.language
    for name in ["language_\(language)", "class_" + String(group(item.kind))] {
      groups[name, default: Count()].all += 1
      groups[name, default: Count()].right += outcome.isRight ? 1 : 0
    }
    all.all += 1
    all.right += outcome.isRight ? 1 : 0
    uncut.all += 1
    uncut.right += outcome.otherCut == nil ? 1 : 0
  }

  /// The rates in percent; those of languages and kinds are called after them.
  var metrics: [String: Metric] {
    var metrics = groups.reduce(into: [:]) { metrics, group in
      metrics["correct_rate_" + group.key] = Metric.value(
        group.value.rate, unit: "% of \(group.value.all)")
    }
    metrics["correct_rate"] = .value(all.rate, unit: "%")
    metrics["same_at_every_split_rate"] = .value(uncut.rate, unit: "%")
    metrics["cases"] = .value(Double(all.all), unit: "cases")
    return metrics
  }
}
