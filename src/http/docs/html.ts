/** HTML from texts: what is not marked as HTML is escaped. */

/** HTML that may stand as it is. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | readonly Html[] | null

/** A template whose values are escaped; lists of HTML are joined, null is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((sum, string, i) => sum + textOf(parts[i - 1] ?? null) + string)
  return { html: text }
}

/** HTML that somebody else has made. */
export function raw(text: string): Html {
  return { html: text }
}

function textOf(part: Part): string {
  if (part === null) return ''
  if (typeof part !== 'object') return escapeHtml(String(part))
  return 'html' in part ? part.html : part.map((one) => one.html).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
