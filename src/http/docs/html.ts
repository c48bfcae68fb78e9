/** Builds HTML from templates. Every value that is not HTML itself is escaped. */

/** HTML that needs no escaping. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | readonly Html[] | null

/** A template. Values are escaped, lists of HTML are joined, null is empty. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((sum, string, i) => sum + textOf(parts[i - 1] ?? null) + string)
  return { html: text }
}

/** Marks a text as HTML. */
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
