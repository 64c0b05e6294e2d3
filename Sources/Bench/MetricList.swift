/// The metrics that a measurement can give, and what each of them means.
public struct MetricList: Sendable {
  /// One metric.
  public struct Entry: Sendable {
    /// The name in the JSON.
    public let name: String
    /// What it is, in one line.
    public let meaning: String
  }

  /// The metrics, the most important first.
  public let entries: [Entry]

  private init(_ rows: KeyValuePairs<String, String>) {
    entries = rows.map { Entry(name: $0.key, meaning: $0.value) }
  }

  /// What `kith bench voice` gives.
  public static let voice = MetricList([
    "voice_to_voice_ms": "from the last word to the first sound of the reply",
    "end_of_turn_ms": "from the last word until the turn is taken to be over",
    "transcript_ms": "from the end of the turn until its words are known",
    "draft_hit_rate": "answers that were drafted in the pause, of all",
    "drafted_first_audio_ms": "from the end of the turn to the first sample of a drafted answer",
    "first_token_ms": "from the end of the turn to the first token of the model",
    "first_sentence_ms": "from the end of the turn until a first sentence can be spoken",
    "first_audio_ms": "from the end of the turn to the first sound of the reply",
    "sentence_gap_ms": "longest silence between two sentences of a reply",
    "answered": "clips that got an answer",
    "ended_early": "clips in which a turn was taken before the last word",
    "decision_us_per_window":
      "processor time of the turn decisions for each 32 ms of sound, models apart",
    "own_cpu_ms_per_turn":
      "processor time of a made-up turn of 3 s and its reply, over models that cost nothing",
    "stop_to_stream_closed_ms": "from the stop of a reply until the model's stream is closed",
    "cpu_ms_per_turn": "processor time of Kith for a clip and its reply",
    "rss_mb": "memory Kith holds after a reply",
    "brain_cpu_ms_per_turn": "processor time of the built-in model for a clip",
    "brain_rss_mb": "memory the built-in model holds after a reply",
  ])

  /// What `kith bench turns` gives.
  public static let turns = MetricList([
    "cut_in_rate": "pauses inside turns in which the turn was taken",
    "wait_ms": "from the last word until the turn is taken",
    "wait_ms_at_5pct": "the mean of that wait where at most 5 % of the pauses are cut",
    "silence_wait_ms_at_5pct": "the same with a fixed wait instead",
    "wait_of_silence": "the first of these two, for each millisecond of the second",
    "held_out_wait_of_silence": "the same, of speakers the weights were not fitted on",
    "held_out_wait_ms_at_5pct": "wait_ms_at_5pct of these speakers",
    "held_out_silence_wait_ms_at_5pct": "silence_wait_ms_at_5pct of these speakers",
    "margin_ms_at_5pct": "how far every wait was moved for wait_ms_at_5pct",
    "held_out_margin_ms_at_5pct": "the same for these speakers",
    "wait_mean_ms": "the mean of wait_ms",
    "silence_cut_in_rate": "cut_in_rate with a fixed wait of 700 ms instead",
    "silence_wait_ms": "wait_ms with a fixed wait of 700 ms instead",
    "pauses": "pauses that the recordings hold",
    "ended_early": "turns taken before the last word at no pause that counts",
    "not_taken": "recordings whose last words were in no turn",
    "looks_per_pause": "how often the turn model is asked in one pause, at most",
    "decision_cpu_ms": "processor time of the turn model and the decision for a pause",
    "words_cpu_ms": "processor time of the words in a pause, which the answer needs anyway",
  ])

  /// What `kith bench hear` gives.
  public static let hear = MetricList([
    "word_error_rate": "words wrong, missing or added, of all that were said",
    "words": "words that were said",
    "cpu_ms_for_3_s": "processor time to write down exactly 3 s of speech",
    "cpu_ms_per_3_s": "processor time to write down a clip, for each 3 s of it",
  ])

  /// What `kith bench text` gives; also a `correct_rate_language_…` and `correct_rate_class_…` for
  /// each language and kind of case.
  public static let text = MetricList([
    "correct_rate": "texts that are said, and sentences that are cut, as expected at every split",
    "same_at_every_split_rate": "texts that give the same however they are cut into pieces",
    "cases": "texts that were tried",
    "delta_us": "processor time for each piece of four characters of a text",
    "long_delta_us": "the same in endless replies of the most costly forms, 16 KB each",
  ])

  /// What `kith bench echo` gives.
  public static let echo = MetricList([
    "false_stops_per_hour": "replies stopped by their own echo, for each hour of replies",
    "caught_rate": "people who talked over a reply and stopped it",
    "caught_rate_at_5": "the same where 0.05 of the reply comes back",
    "caught_rate_at_30": "the same where 0.3 of the reply comes back",
    "caught_rate_at_50": "the same where half of the reply comes back",
    "onset_to_duck_ms": "from the beginning of somebody’s speech until the voice is lowered",
    "onset_to_silence_ms": "from the beginning of somebody’s speech until the voice is silent",
    "stop_word_to_silence_ms": "the same for words like stop and wait",
    "decision_to_silence_ms": "from the decision until the voice is silent",
    "false_rate": "backchannels, sneezes and the like that stopped a reply",
    "elsewhere_rate": "people far off or on television who stopped a reply",
    "back_ms": "from a false alarm’s lowering of the voice until it is back",
    "false_stops": "replies stopped by their own echo",
    "false_ducks_per_hour": "how often the echo alone lowered the voice, for each hour of replies",
    "echo_turns": "turns that were only the echo of a reply",
    "overlaps": "people who talked over a reply",
    "replies_h": "how long replies were played",
  ])

  /// What `kith bench face` gives.
  public static let face = MetricList([
    "frame_ms": "time the engine of the face takes for one frame, painting apart",
    "wasm_bytes": "size of the engine as the browser loads it",
  ])

  /// What `kith bench server` gives.
  public static let server = MetricList([
    "get_per_s": "requests for a file of 4 KB answered in a second of processor time",
    "get_cpu_us": "processor time of the server for one of them",
    "ws_round_trips_per_s":
      "messages of 960 bytes sent back over a WebSocket in a second of processor time",
    "rss_growth_kb": "memory that is held behind ten thousand visitors and was not before",
  ])

  /// What `kith bench transport` gives.
  public static let transport = MetricList([
    "added_ms": "what a piece of a stream takes longer than with libcurl alone, piece beside piece",
    "delta_ms": "from a server's sending a piece of a stream to its reader here",
    "bare_delta_ms": "the same with libcurl alone",
    "cancel_ms": "from giving up a request until its server sees the connection closed",
    "cancel_p99_ms": "the 99th percentile of it",
    "many_delta_ms": "delta_ms while twenty servers stream at once",
    "idle_wakes_per_minute": "how often the thread wakes while nothing is asked",
  ])

  /// The metrics of the measurement called `bench`; nil when there is no such measurement.
  public static func of(_ bench: String) -> MetricList? {
    switch bench {
    case "voice": voice
    case "turns": turns
    case "hear": hear
    case "text": text
    case "echo": echo
    case "face": face
    case "server": server
    case "transport": transport
    default: nil
    }
  }

  /// Whether a metric of this name can be measured.
  public func contains(_ name: String) -> Bool {
    entries.contains { $0.name == name }
  }
}
