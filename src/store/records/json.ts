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

/** Parses a list of texts, of which only those of a known set are kept. @throws TypeError for anything else */
export function parseNames<Name extends string = string>(
  text: string,
  known?: readonly Name[],
): Name[] {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value)) throw new TypeError('a list was expected in the database')
  const isName = (item: unknown): item is Name =>
    typeof item === 'string' && (known === undefined || known.some((name) => name === item))
  return value.filter(isName)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
