/* Runs before anything is painted, so that no light page flashes up in a dark room. Not a module,
   because modules wait for the page. `kithTheme` is used by the settings. */
(() => {
  const root = document.documentElement;
  const isLight = matchMedia('(prefers-color-scheme: light)');
  const wantsContrast = matchMedia('(prefers-contrast: more)');
  const wantsCalm = matchMedia('(prefers-reduced-motion: reduce)');
  const remembered = (key) => {
    try {
      return localStorage.getItem(key) ?? 'system';
    } catch {
      return 'system';
    }
  };
  const choice = { theme: remembered('theme'), motion: remembered('motion') };

  const apply = () => {
    let { theme } = choice;
    if (theme === 'system') {
      if (wantsContrast.matches) theme = 'contrast';
      else theme = isLight.matches ? 'light' : 'dark';
    }
    root.dataset.theme = theme;
    root.dataset.motion = choice.motion === 'on' || wantsCalm.matches ? 'reduced' : 'full';
  };

  globalThis.kithTheme = {
    choose(theme, motion) {
      Object.assign(choice, { theme, motion });
      try {
        localStorage.setItem('theme', theme);
        localStorage.setItem('motion', motion);
      } catch {
        // A browser that keeps nothing asks Kith again the next time.
      }
      apply();
    },
  };
  for (const query of [isLight, wantsContrast, wantsCalm]) query.addEventListener('change', apply);
  apply();
})();
