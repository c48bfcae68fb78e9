/** The colour theme: light, dark, or that of the operating system. */

const STORED = 'galley.theme'

export type Theme = 'system' | 'light' | 'dark'

/** The stored choice. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Stores a choice and applies it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, theme)
  applyTheme()
}

/** Applies the stored choice to the page. */
export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
