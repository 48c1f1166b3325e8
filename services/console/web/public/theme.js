// Before anything is painted, so that a chosen theme never flashes; a file of its own because the policy allows no inline script.
try {
  const theme = localStorage.getItem('mtg-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden: the system's theme it is.
}
