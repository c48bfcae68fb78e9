/** Searches the documentation: operations, schemas, and the sections of the guides. Every word may be the beginning of one. */

/** A part of a page that can be found. */
export interface Section {
  readonly title: string
  /** Where it stands, in words. */
  readonly place: string
  readonly href: string
  readonly text: string
}

export interface FoundSections {
  /** Those with most words of the query in the title first, at most `MAX_FOUND`. */
  readonly sections: readonly Section[]
  readonly total: number
}

/** Most sections that are listed. */
const MAX_FOUND = 50
/** Most words of a query that are looked at. */
const MAX_WORDS = 16

/** Makes the search over all sections. */
export function createSearch(all: readonly Section[]): (q: string) => FoundSections {
  const indexed = all.map((section) => ({
    section,
    title: wordsOf(section.title),
    text: wordsOf(`${section.title} ${section.place} ${section.text}`),
  }))
  return (q) => {
    const words = wordsOf(q).trim().split(' ').slice(0, MAX_WORDS)
    if (words.join('') === '') return { sections: [], total: 0 }
    const inTitle = (title: string) => words.filter((word) => title.includes(` ${word}`)).length
    const found = indexed
      .filter(({ text }) => words.every((word) => text.includes(` ${word}`)))
      .sort((a, b) => inTitle(b.title) - inTitle(a.title))
    return {
      sections: found.slice(0, MAX_FOUND).map(({ section }) => section),
      total: found.length,
    }
  }
}

/** In lower case, with a space before each word; `createSite` counts as itself, and as `create` and `site`. */
function wordsOf(text: string): string {
  const names = text.match(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g) ?? []
  const parts = names.map((name) => name.replace(/[A-Z]/g, ' $&'))
  return ` ${[text, ...parts]
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `
}

/** Splits a page at its headings, into sections with the text between them. */
export function sectionsIn(
  html: string,
  { href, title }: Pick<Section, 'href' | 'title'>,
): Section[] {
  const heads = [...html.matchAll(/<h[1-4] id="([^"]*)">(.*?)<\/h[1-4]>/gs)]
  return heads.map(({ 0: whole, 1: id = '', 2: head = '', index }, at) => ({
    title: plain(head),
    place: `Guide: ${title}`,
    href: `${href}#${id}`,
    text: plain(html.slice(index + whole.length, heads[at + 1]?.index)),
  }))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of HTML that was made here. */
export function plain(html: string): string {
  return html
    .replace(/<\/?(?:a|b|code|em|i|span|strong)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
