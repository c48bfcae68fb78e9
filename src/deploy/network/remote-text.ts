/**
 * Makes text from remote servers safe for logs, events and errors.
 *
 * @see src/deploy/README.md
 */

const MAX_LENGTH = 300
/** Longer than any secret; text beyond this length is not examined. */
const MAX_READ = 64 * 1024

/**
 * One line without control, direction or line-separator characters, at most 300 characters.
 * Covers C0, DEL, C1, U+2028, U+2029 and the bidirectional overrides.
 */
export function cleanText(text: string): string {
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(
      /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g,
      ' ',
    )
    .trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}

/** Cleans a text and replaces every secret, plain or percent- or base64-encoded, by `********`. */
export function redact(text: string, secrets: readonly string[]): string {
  // Redacts before the text is cut, so that no beginning of a secret stays, and again after cleaning, which may join
  // the parts of one.
  const whole = withoutSecrets(text.slice(0, MAX_READ), secrets)
  const line = cleanText(withoutLogins(whole.slice(0, 4 * MAX_LENGTH)))
  return withoutLogins(withoutSecrets(line, secrets))
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) {
    for (const form of formsOf(secret)) safe = safe.replaceAll(form, '********')
  }
  return safe
}

function withoutLogins(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^/@\s]+@/gi, '$1********@')
}

function formsOf(secret: string): string[] {
  if (secret.length < 4) return []
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** A remote or local name in a sentence: clean, quoted, at most 300 characters. */
export function quoteName(name: string): string {
  return `"${cleanText(name)}"`
}

/** A count of bytes for people: `812 bytes`, `1.2 MB` (decimal units). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = value < 10 && Math.round(value * 10) % 10 !== 0 ? 1 : 0
  return `${value.toFixed(digits)} ${units[unit] ?? ''}`
}
