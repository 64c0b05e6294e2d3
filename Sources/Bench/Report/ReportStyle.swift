/// How the page of a report looks.
enum ReportStyle {
  /// The style sheet: light and dark, from phone to desk.
  static let sheet: StaticString = """
    :root { color-scheme: light dark; --page: #f6f6f3; --card: #ffffff; --ink: #1b1c20;
      --soft: #595c66; --line: #dfdfda; --grid: #e6e6e1; --accent: #2563c9; --mark: #fdecc8;
      --mark-line: #a14d00; --note: #9a3412; --s1: #2f6fdc; --s2: #b3580a; --s3: #0b7d73;
      --s4: #7d4cd6; --s5: #c22f6f; }
    @media (prefers-color-scheme: dark) { :root { --page: #121316; --card: #1b1d21;
      --ink: #ededf0; --soft: #a9acb6; --line: #33363d; --grid: #2b2e34; --accent: #79a8ff;
      --mark: #4a3510; --mark-line: #ffc26b; --note: #ffb088; --s1: #6ea3ff; --s2: #f0a04b;
      --s3: #3fc1b3; --s4: #b794ff; --s5: #ff86b3; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    main, header { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
    header { padding-top: 2rem; }
    main { padding-bottom: 3rem; }
    h1 { font-size: 1.7rem; line-height: 1.2; margin: 0; letter-spacing: -0.01em; }
    h2 { font-size: 1.2rem; margin: 0 0 .25rem; }
    h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
    p { margin: 0; }
    header p, .hint, caption { color: var(--soft); }
    header p { margin-top: .35rem; }
    .hint { font-size: .9rem; margin-bottom: 1rem; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 14px;
      padding: 1.25rem; margin-top: 1rem; }
    .tiles { display: grid; gap: 1rem; margin: 1.25rem 0 0; padding: 0;
      grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); }
    .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 14px;
      padding: .9rem 1.1rem; display: flex; flex-direction: column-reverse;
      justify-content: flex-end; }
    .tiles dt { color: var(--soft); font-size: .88rem; line-height: 1.35; }
    .tiles dd { margin: 0; font-size: 1.65rem; font-weight: 650; letter-spacing: -0.02em;
      font-variant-numeric: tabular-nums; }
    .tiles small { font-size: .95rem; font-weight: 500; color: var(--soft); letter-spacing: 0; }
    .facts { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: 0; }
    .facts dt, .words dt { color: var(--soft); }
    .facts dd { margin: 0; overflow-wrap: anywhere; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    caption { text-align: left; font-size: .9rem; padding-bottom: .5rem; }
    th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line);
      vertical-align: top; }
    thead th { border-top: 0; font-weight: 500; color: var(--soft); font-size: .88rem; }
    tbody th { font-weight: 500; }
    tbody th code { font: .82rem ui-monospace, "SF Mono", Menlo, monospace; color: var(--soft);
      display: block; overflow-wrap: anywhere; font-weight: 400; }
    td.num { white-space: nowrap; } .num { text-align: right; }
    th:last-child, td:last-child { padding-right: 0; }
    .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; list-style: none; padding: 0;
      margin: 0 0 .75rem; font-size: .9rem; }
    .legend li::before { content: ""; display: inline-block; width: .8rem; height: .8rem;
      border-radius: 3px; margin-right: .4rem; vertical-align: -1px; background: var(--swatch); }
    .legend .turnEnd { --swatch: var(--s1); } .legend .transcript { --swatch: var(--s2); }
    .legend .firstToken { --swatch: var(--s3); } .legend .firstSentence { --swatch: var(--s4); }
    .legend .firstAudio { --swatch: var(--s5); }
    .plot { display: block; overflow: visible; }
    .plot text { font-size: 12.5px; fill: var(--ink); }
    .plot .tick { fill: var(--soft); font-size: 12px; }
    .plot .amount, .plot .marked { font-weight: 600; font-variant-numeric: tabular-nums; }
    .plot .name, .plot .amount, .plot .marked, .plot .tick { paint-order: stroke;
      stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
    .grid { stroke: var(--grid); } .curve { stroke: var(--accent); stroke-width: 2; }
    .mark { stroke: var(--ink); stroke-dasharray: 4 4; }
    .point { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; }
    .bar { fill: var(--accent); } .stage { stroke: var(--card); stroke-width: 1; }
    .faint { opacity: .45; }
    rect.turnEnd { fill: var(--s1); } rect.transcript { fill: var(--s2); }
    rect.firstToken { fill: var(--s3); } rect.firstSentence { fill: var(--s4); }
    rect.firstAudio { fill: var(--s5); }
    article { border-top: 1px solid var(--line); padding: 1.1rem 0; display: grid; gap: .75rem; }
    article:last-of-type { padding-bottom: 0; }
    .title { display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: baseline; }
    .tag { font-size: .8rem; border: 1px solid currentColor; border-radius: 99px;
      padding: 0 .55rem; color: var(--soft); }
    .tag.note { color: var(--note); }
    .sounds { display: grid; gap: .75rem 1.25rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
    figure { margin: 0; } figcaption { font-size: .88rem; color: var(--soft); }
    audio { width: 100%; height: 40px; margin-top: .25rem; display: block; }
    .words { display: grid; grid-template-columns: 4rem 1fr; gap: .3rem .75rem; margin: 0; }
    .words dd { margin: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
    .words mark { background: var(--mark); color: inherit; border-radius: 3px; padding: 0 .15em;
      text-decoration: underline 2px var(--mark-line); text-underline-offset: 3px; }
    .times { display: flex; flex-wrap: wrap; gap: .35rem 1.4rem; margin: 0; font-size: .9rem; }
    .times div { display: flex; gap: .4rem; }
    .times dt { color: var(--soft); }
    .times dd { margin: 0; font-variant-numeric: tabular-nums; }
    @media (max-width: 40rem) { section { padding: 1rem; } h1 { font-size: 1.4rem; }
      .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .5rem; }
      .tiles { grid-template-columns: 1fr 1fr; gap: .6rem; }
      .tiles div { padding: .75rem .85rem; } .tiles dd { font-size: 1.35rem; }
      th, td { padding-right: .5rem; font-size: .92rem; }
      thead th { font-size: .82rem; } .num { min-width: 2.6rem; } td:last-child { min-width: 3rem; }
      .words { grid-template-columns: 1fr; gap: 0; } .words dd { margin-bottom: .4rem; } }
    """
}
