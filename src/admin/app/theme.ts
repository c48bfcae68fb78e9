/** Light, dark, or as the system has it. */

const STORED = 'galley.theme'

export type Theme = 'system' | 'light' | 'dark'

/** What was chosen. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Keeps a choice and shows it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, theme)
  applyTheme()
}

/** Shows what was chosen. */
export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
