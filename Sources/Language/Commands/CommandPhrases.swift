/// Every phrase that is an order by itself.
enum CommandPhrases {
  /// Orders at any moment; the whole of what was said has to be one of them.
  static let orders = PhraseTable<SpokenCommand>(
    [
      (.keepGoing, goingOn), (.startOver, startingOver), (.sleep, sleeping),
      (.forgetAll, forgetting),
    ]
      + loudness.map { (.loudness($0), $1) } + pace.map { (.pace($0), $1) })

  /// What stops a voice, and with false what may stand beside it.
  static let stopping = PhraseTable<Bool>([
    (
      true,
      [
        "stop [(it|that|this|there|here|now|please|right there|right now)]",
        "stop (talking|speaking|reading|it|that|this) [now|please]",
        "(be|keep|stay) (quiet|silent|still) [now|please|for a (moment|second|minute|bit)]",
        "(quiet|silence|hush|shush|sh|shh|shhh|shhhh|ssh|psst|shut up|shut it|pipe down|zip it)",
        "(hold|hang) (on|it|up) [a (second|sec|minute|moment|bit)|one (second|sec|moment|minute)]",
        "wait [up|there|a (second|sec|minute|moment|bit)|one (second|sec|moment|minute)]",
        "(one|just a|just one|give me a|a) (second|sec|moment|minute) [please]",
        "(pause|cancel|enough|that is enough|that will do|that is plenty|never mind|cut it out)",
        "(stop|pause|cancel|interrupt) (the|your) (reply|answer|voice|speech|story"
          + "|sentence|talking)",
        "(do not|no need to) (speak|talk|say any more|go on|continue|say anything [else|more])",
        "(no more|no more of (that|this)|not another word|that is enough of (that|this))",
        "(enough of (that|this)|you can stop [talking]|i said (stop|wait|quiet))",
        "(let me (speak|talk|say something|finish)|stop there for a (moment|second|minute))",
      ]
    ),
    (
      false,
      [
        "(no|nope|okay|oh|ah|yes|yeah|right|all right|hey|please|now|well|sorry|just|thanks)",
        "(thank you|got it|i see|fine|good|i got it|i know|really|oh no|my god|oh my god)",
      ]
    ),
  ])

  /// What also stops a ring, since there is nothing else it could mean while one is heard.
  static let endingRing = PhraseTable<Void>([
    (
      (),
      [
        "(okay|all right|yes|yeah|thanks|thank you|got it|done|i am (up|awake|coming|here)|off)",
        "okay (thanks|thank you|got it|i am (up|awake))",
        "(turn|switch|shut) (it|that|this|the (alarm|timer|ringing|sound|noise|bell)) off",
        "(turn|switch|shut) off [it|that|the (alarm|timer|ringing|sound|noise|bell)]",
        "(stop|cancel|end|silence|dismiss|quiet|mute|clear|kill) "
          + "[the|my|this|that] [pasta|egg|tea|kitchen] (alarm|timer|ringing|noise|bell|beeping)",
        "(dismiss|dismiss it|mute|be quiet|that will do|alarm off|timer off|make it stop"
          + "|i heard [you|it])",
      ]
    )
  ])

  /// What comes before a new wake phrase.
  static let waking = PhraseTable<Void>([
    (
      (),
      [
        "(change|set|switch|update|rename|make) (your|the|my|our) (\(phraseNames)) [to"
          + "|to be|into|as]",
        "(change|switch|update|set) (to|over to) (the|a) [new] (\(phraseNames))",
        "(your|the|my) [new] (\(phraseNames)) (is|should be|shall be|will be) [now]",
        "let (your|the|my) (\(phraseNames)) be",
        "i (want|would like) (your|the|my) (\(phraseNames)) to be",
        "let us (change|set|make) (your|the) (\(phraseNames)) [to|to be|into]",
      ]
    )
  ])

  private static let phraseNames =
    "wake phrase|wake word|wake words|wake up phrase|wake up word|wake up words|wakeup phrase"
    + "|wakeup word|wakeword|activation phrase|activation word|trigger word|trigger phrase"

  private static let goingOn = [
    "(keep|carry) (going|on|on going|talking) [with (it|that|the story|your story)]",
    "keep (talking|reading|speaking)",
    "(go|carry) on where you (left off|stopped|were)",
    "(go|carry) (on|ahead) [then|with (it|that|the story|your story|what you were saying)]",
    "(continue|resume|proceed) [with] [it|that|the story|your story|talking|reading|speaking]",
    "continue (where you (left off|stopped|were)|what you were saying)",
    "(and then|and then what|then what|and|what then|and what then)",
    "(pick up|go on from|continue from|start from) where you (left off|stopped|were)",
    "(what were you saying|as you were saying|you were saying|where were you|where were we)",
    "(finish|end) (what you were saying|your sentence|that sentence|your thought|that thought)",
    "(finish|end) (the|your|that) (story|sentence|answer)", "i am listening",
    "(please|do) (go on|continue|carry on)", "let us (go on|continue|carry on)",
    "i did not mean to interrupt [you]", "(sorry|excuse me) go on", "do not stop",
  ]

  private static let startingOver = [
    "[let us|we (can|could|should)] (start|begin) (over|again|anew|afresh|fresh"
      + "|from scratch|all over)"
      + " [again]",
    "[let us] start all over again",
    "[let us|i want to|can we|could we|shall we] [start|begin|open|have|make|try] (a|the"
      + "|another) (new|fresh|different) "
      + "(conversation|chat|talk|discussion|session|topic from scratch)",
    "(new|fresh) (conversation|chat|session|start)", "[let us] (make|have) a (fresh|new) start",
    "(restart|reset|clear) (the|our|this) (conversation|chat|session|talk)",
    "(start|begin) (the|our|this) (conversation|chat|talk) (over|again|anew|from scratch"
      + "|from the beginning)",
    "(restart|start) (our|this) conversation",
    "let us talk about something completely new from scratch",
    "(end|finish|close) (this|the|our) (conversation|chat) and (start|begin) a new one",
  ]

  private static let sleeping = [
    "(go|go back|fall|get) (to sleep|to bed|asleep)", "(sleep|sleep now|take a nap|have a rest)",
    "(you (can|may|should)|time to) [go] [back] [to] (sleep|rest|bed)",
    "[a|have a|a very|have a very] good night [to you|dear|darling|love|my dear|my love|my friend"
      + "|everyone|everybody|sweetheart|sleep (well|tight)|and (sleep well|sweet dreams)|see you tomorrow]",
    "(night night|nighty night|nighty|night|sweet dreams|sleep (well|tight)|rest well)",
    "(stop|quit|end) listening [to (me|us)]",
    "(do not|no need to) listen [to (me|us)] [any more|anymore]",
    "(turn|switch) (the|your) (microphone|mic|ears) off",
    "(mute|close) (the|your|my) (microphone|mic)",
    "(turn|switch) off (the|your) (microphone|mic|ears)",
    "(that is|that will be|that would be|this is) all "
      + "[for (now|today|tonight|the moment)|i (need|needed|wanted|want)|i need for (now|today)] "
      + "[thank you|thanks|good (bye|night)]",
    "no [thanks|thank you] that (is|will be) all [for (now|today|tonight)]",
    "(nothing else|no more) [for (now|today|tonight)]", "that is it for (now|today|tonight)",
    "(we are|i am) (done|finished) (for (now|today|tonight)|here|talking)",
    "[bye] (bye|good bye) [for now|then|see you [later|soon|tomorrow]|until tomorrow|till later]",
    "(see|talk to) you (later|tomorrow|soon|in the morning|next time|again)",
    "(i am|i will be) (done|off) (now|for today)", "until (tomorrow|later|next time)",
    "(you are|that is) dismissed",
    "(stand by|hibernate|go to standby|sleep mode|go into sleep mode)",
    "[let us] call it a (day|night)",
  ]

  private static let forgetting = [
    "(forget|erase|delete|wipe|clear) (everything|it all|all of it) [about (me|us)]",
    "(forget|erase|delete|wipe) (everything|all) [that] (you (know|remember|have) [about (me|us)]"
      + "|i [have] [ever] (said|told you))",
    "(forget|erase|delete|wipe|clear) [all] (your|the|my|all of your) (memory|memories|notes|data)",
    "forget all (about me|of it)", "forget me",
    "forget everything you (have|ever) (heard|learned|learnt)",
  ]

  private static let voices =
    "it|the volume|the sound|the voice|your voice|your volume|yourself|that"

  private static let loudness: [(SpokenCommand.Loudness, [String])] = [
    (
      .louder,
      [
        "[speak|speaking|talk|talking|be|get|go|say it|say that|a bit|a little"
          + "|a little bit|much|even] [\(bits)] "
          + "(louder|more loudly) [\(bits)]",
        "(speak|talk) up [\(bits)]", "(turn|crank|bring|put) (\(voices)) up [\(bits)]",
        "(turn|crank|bring) up (\(voices))", "(volume|sound) (up|louder)",
        "(increase|raise) (\(voices)) [\(bits)]", "make (it|your voice|the voice) [\(bits)] louder",
        "[you are|that is|it is] (too quiet|not loud enough|too soft)", "more volume",
        "raise your voice [\(bits)]",
      ]
    ),
    (
      .quieter,
      [
        "[speak|speaking|talk|talking|be|being|get|go|a bit|a little|a little bit|much"
          + "|even] [\(bits)] "
          + "(quieter|softer|more quietly|more softly|less loud|less loudly|lower) [\(bits)]",
        "(turn|bring|put|keep) (\(voices)) down [\(bits)]", "(turn|bring) down (\(voices))",
        "(volume|sound) (down|lower)", "(decrease|lower|reduce) (\(voices)) [\(bits)]",
        "make (it|your voice|the voice) [\(bits)] (quieter|softer)", "not (so|that|too) loud",
        "[you are|that is|it is] [way|much|a bit|a little] too loud",
        "do not (shout|speak so loud)",
        "less volume", "(whisper|speak in a low voice)",
      ]
    ),
    (
      .mute,
      [
        "mute [yourself|it|the (sound|voice|volume|audio)|your (voice|sound|audio)]",
        "(turn|switch) off (the (sound|volume|audio|voice)|your voice)",
        "(turn|switch) (the (sound|volume|audio|voice)|your voice) off", "(sound|voice|volume) off",
      ]
    ),
    (
      .unmute,
      [
        "unmute [yourself|it|the (sound|voice|volume|audio)|your (voice|sound)]",
        "(turn|switch) (the (sound|volume|audio|voice)|your voice) [back] on",
        "(turn|switch) [back] on (the (sound|volume|audio|voice)|your voice)",
        "(sound|voice|volume) [back] on",
      ]
    ),
  ]

  private static let pace: [(SpokenCommand.Pace, [String])] = [
    (
      .slower,
      [
        "[speak|speaking|talk|talking|go|read|say it|say that|a bit|a little|a little bit"
          + "|much|even] [\(bits)] "
          + "(slower|more slowly|less quickly|less fast) [\(bits)]",
        "(slow|slow it|slow yourself) down [\(bits)]", "(speak|talk|go|read) slowly",
        "not (so|that|too) (fast|quick|quickly)", "slow down your (speech|voice|talking)",
        "[you are|you speak|you talk|that is|it is] [speaking|talking|going] [way|much"
          + "|a bit|a little] "
          + "too (fast|quick|quickly)",
        "(lower|reduce|decrease) (your|the) [speaking|talking] (speed|pace|rate) [\(bits)]",
        "do not (speak|talk) so (fast|quickly)", "make it slower",
      ]
    ),
    (
      .faster,
      [
        "[speak|speaking|talk|talking|go|read|say it|a bit|a little|a little bit|much"
          + "|even] [\(bits)] "
          + "(faster|quicker|more quickly|less slowly) [\(bits)]",
        "speed (up|it up|yourself up) [\(bits)]", "(speak|talk|read) (quickly|fast)",
        "not (so|that|too) (slow|slowly)", "(pick|step) up the pace", "make it faster",
        "[you are|you speak|you talk|that is|it is] [speaking|talking|going] [way|much"
          + "|a bit|a little] "
          + "too (slow|slowly)",
        "(raise|increase) (your|the) [speaking|talking] (speed|pace|rate) [\(bits)]",
        "do not (speak|talk) so slowly",
      ]
    ),
    (
      .usual,
      [
        "(speak|talk|go) (normally [again]|at [your|the] (normal|usual|regular) (speed|pace))",
        "[go] [back] [to] [your|the|at] (normal|usual|regular) (speed|pace) [again]",
        "reset (your|the) (speed|pace)", "at (your|the) (normal|usual|regular) (speed|pace)",
      ]
    ),
  ]

  private static let bits = "a bit|a little|a little bit|a lot|slightly"
}
