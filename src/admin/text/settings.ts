/** Settings of this browser, such as the language. Where storage is forbidden, they go with the page. */

const held = new Map<string, string>()

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return held.get(name) ?? null
  }
}

/** Keeps a setting; null removes it. @returns false if the browser does not store it */
export function keepSetting(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
    return true
  } catch {
    if (value === null) held.delete(name)
    else held.set(name, value)
    return false
  }
}
