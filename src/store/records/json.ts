/** Parses JSON columns and checks their type. */

/** Parses an object. @throws TypeError for another JSON value */
export function parseRecord(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) throw new TypeError('a mapping was expected in the database')
  return value
}

/** Parses an object whose values are all texts. @throws TypeError for anything else */
export function parseStrings(text: string): Readonly<Record<string, string>> {
  const strings: [string, string][] = []
  for (const [key, value] of Object.entries(parseRecord(text))) {
    if (typeof value !== 'string') throw new TypeError('a text was expected in the database')
    strings.push([key, value])
  }
  return Object.fromEntries(strings)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
