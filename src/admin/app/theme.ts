/** The colour theme: light, dark, or that of the operating system. */

import { keepSetting, readSetting } from '../text/settings.js'

const STORED = 'galley.theme'

export type Theme = 'system' | 'light' | 'dark'

/** The stored choice. */
export function chosenTheme(): Theme {
  const stored = readSetting(STORED)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Stores a choice and applies it. */
export function chooseTheme(theme: Theme): void {
  keepSetting(STORED, theme === 'system' ? null : theme)
  applyTheme()
}

/** Applies the stored choice to the page. */
export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
