export type Theme = 'light' | 'dark' | 'system'

const STORED = 'mtg-theme'

/** What was chosen on this device. */
export function chosenTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Changes it at once, and for the next visit; `public/theme.js` reads it before anything is painted. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, theme)
  } catch {
    // Storage may be forbidden: then it is for this visit.
  }
}
