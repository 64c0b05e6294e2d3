/* Looks at what is to be seen now for what keeps people out. `faults()` answers with sentences. */
{
  const controls =
    'button, a[href], input, textarea, select, summary, [role=button], [role=switch], [role=slider]';
  const smallest = 44;

  globalThis.faults = () => [
    ...names(),
    ...identities(),
    ...contrasts(),
    ...targets(),
    ...structure(),
  ];

  /** Where a sheet lies over everything, only the sheet is there. */
  function scope() {
    return document.querySelector('dialog:modal') ?? document.body;
  }

  function isSeen(element) {
    if (element.closest('[hidden], [inert], [aria-hidden=true]')) return false;
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }

  function all(selector) {
    return [...scope().querySelectorAll(selector)].filter(isSeen);
  }

  function tell(element) {
    const classes = [...element.classList].map((name) => `.${name}`).join('');
    const words = element.textContent.trim().slice(0, 30);
    return `<${element.localName}${element.id && `#${element.id}`}${classes}> "${words}"`;
  }

  function nameOf(element) {
    const byId = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const label = [...(element.labels ?? [])].map(({ textContent }) => textContent).join(' ');
    const own = element.matches('input, select, textarea') ? '' : element.textContent;
    const given = [byId, element.getAttribute('aria-label'), label, own, element.title];
    return given.map((name) => (name ?? '').trim()).find(Boolean) ?? '';
  }

  function names() {
    const nameless = all(controls).filter((element) => nameOf(element) === '');
    const pictures = all('img:not([alt]), svg:not([aria-hidden=true], [aria-label], [role=img])');
    const dialogs = all('dialog, [role=dialog]').filter((element) => nameOf(element) === '');
    const regions = all('section[aria-label=""], [role=region]').filter(
      (element) => nameOf(element) === '',
    );
    return [
      ...nameless.map((element) => `has no name: ${tell(element)}`),
      ...pictures.map((element) => `has no words for it: ${element.outerHTML.slice(0, 80)}`),
      ...[...dialogs, ...regions].map((element) => `has no name: ${tell(element)}`),
    ];
  }

  function identities() {
    const seen = new Set();
    return [...document.querySelectorAll('[id]')].flatMap(({ id }) => {
      if (seen.has(id)) return [`the id ${id} is there twice`];
      seen.add(id);
      return [];
    });
  }

  function structure() {
    const found = [];
    if (!document.documentElement.lang) found.push('the page tells no language');
    if (document.title === '') found.push('the page has no title');
    if (document.querySelectorAll('main').length !== 1) found.push('there is not one main');
    if (document.querySelectorAll('h1').length !== 1) found.push('there is not one h1');
    if (!document.querySelector('[aria-live], [role=status]')) found.push('nothing is announced');
    const early = all('[tabindex]').filter(({ tabIndex }) => tabIndex > 0);
    found.push(...early.map((element) => `pushes into the order of Tab: ${tell(element)}`));
    let level = 1;
    for (const heading of all('h1, h2, h3, h4')) {
      const own = Number(heading.localName[1]);
      if (own > level + 1) found.push(`skips a level of headings: ${tell(heading)}`);
      level = own;
    }
    const isWide = document.documentElement.scrollWidth > innerWidth + 1;
    if (isWide) found.push('the page is wider than the window');
    return found;
  }

  function targets() {
    return all(controls).flatMap((element) => {
      if (element.disabled) return [];
      // A label around a control belongs to its target.
      const whole = element.closest('label') ?? element;
      const { width, height } = whole.getBoundingClientRect();
      if (width >= smallest - 0.5 && height >= smallest - 0.5) return [];
      return [`is a small target (${Math.round(width)} x ${Math.round(height)}): ${tell(element)}`];
    });
  }

  // Colours.

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

  /** Red, green, blue 0…255 and opacity 0…1 of any colour that CSS knows. */
  function parts(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  function over([r, g, b, a], below) {
    return [r, g, b].map((value, at) => value * a + below[at] * (1 - a));
  }

  /** What lies behind the words of an element; null where a picture or canvas does. */
  function ground(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const [first] = style.backgroundImage.match(/(?:rgba?|color|oklch|oklab)\([^)]*\)/) ?? [];
      if (style.backgroundImage.includes('url(')) return null;
      // Of a gradient the first colour stands for all.
      const colour = parts(first ?? style.backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] >= 1) break;
    }
    const page = parts(getComputedStyle(document.documentElement).backgroundColor);
    return layers.reverse().reduce((below, layer) => over(layer, below), page.slice(0, 3));
  }

  function luminance(colour) {
    const [r, g, b] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function ratio(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function contrasts() {
    const found = [];
    for (const element of all('*')) {
      const words = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '',
      );
      const { width } = element.getBoundingClientRect();
      if (words.length === 0 || width < 2 || element.disabled) continue;
      if (element.closest(':disabled, .only-heard, noscript, option')) continue;
      const below = ground(element);
      if (!below) continue;
      const style = getComputedStyle(element);
      const alpha = opacity(element);
      const [r, g, b, a] = parts(style.color);
      const is = ratio(over([r, g, b, a * alpha], below), below);
      const size = parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const least = isLarge ? 3 : 4.5;
      if (is < least - 0.01) found.push(`is hard to read (${is.toFixed(2)}): ${tell(element)}`);
    }
    for (const element of all('button, input, textarea')) {
      const shape = element.querySelector('svg');
      const below = shape && !element.disabled && ground(element);
      if (!below) continue;
      const is = ratio(over(parts(getComputedStyle(shape).color), below), below);
      if (is < 3) found.push(`has a faint picture (${is.toFixed(2)}): ${tell(element)}`);
    }
    return found;
  }

  function opacity(element) {
    let whole = 1;
    for (let at = element; at; at = at.parentElement) whole *= getComputedStyle(at).opacity;
    return whole;
  }

  /** Whether the element that has the focus shows it. */
  globalThis.showsFocus = () => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'nothing has the focus';
    const has = (style) =>
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1.5) ||
      style.boxShadow !== 'none';
    const near = [element, element.nextElementSibling, element.parentElement].filter(Boolean);
    if (near.some((one) => has(getComputedStyle(one)))) return '';
    return `does not show that it has the focus: ${tell(element)}`;
  };
}
