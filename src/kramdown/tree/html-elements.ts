/** The HTML elements that kramdown knows, and how their content is read. */

import type { ContentModel } from './node.js'

// What kramdown's syntax page ("HTML Blocks", "HTML Spans") says about each element, checked
// element by element against kramdown 2.4.

const words = (list: string): string[] => list.split(' ')

/** Elements whose content is read as blocks with `markdown="1"`. */
const BLOCK_CONTENT = words(
  'address applet article aside blockquote body dd details div dl fieldset figure figcaption footer form header hgroup iframe li main map menu nav noscript object section summary td',
)
/** Elements whose content is read as text with `markdown="1"`. */
const SPAN_CONTENT = words(
  'a abbr acronym b bdo big button cite caption code del dfn dt em h1 h2 h3 h4 h5 h6 i ins kbd label legend optgroup p pre q rb rbc rp rt rtc ruby samp select small span strong sub sup th tt var',
)
const RAW_CONTENT = words('script style math option textarea pre code kbd samp var')

const models = new Map<string, ContentModel>([
  ...BLOCK_CONTENT.map((name): [string, ContentModel] => [name, 'block']),
  ...SPAN_CONTENT.map((name): [string, ContentModel] => [name, 'span']),
  ...RAW_CONTENT.map((name): [string, ContentModel] => [name, 'raw']),
])

/** How the content of an element is read; unknown elements are raw. */
export function contentModel(name: string): ContentModel {
  return models.get(name) ?? 'raw'
}

/** Elements that stand in text. */
export const SPAN_ELEMENTS: ReadonlySet<string> = new Set(
  words(
    'a abbr acronym b big bdo br button cite code del dfn em i img input ins kbd label mark option q rb rbc rp rt rtc ruby samp select small span strong sub sup tt u var',
  ),
)

/** Whether an element stands in text, for a version of kramdown: since 2.5 `time` does. */
export function isSpanElement(name: string, version: '2.4' | '2.5'): boolean {
  return SPAN_ELEMENTS.has(name) || (name === 'time' && version === '2.5')
}

/** Elements that can't stand in text. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  words(
    'address article aside applet body blockquote caption col colgroup dd div dl dt fieldset figcaption footer form h1 h2 h3 h4 h5 h6 header hgroup hr html head iframe legend menu li main map nav ol optgroup p pre section summary table tbody td th thead tfoot tr ul',
  ),
)

/** Elements without content. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  words('area base br col command embed hr img input keygen link meta param source track wbr'),
)

/** Whether a name in lower case is one of the known elements. */
export function isKnownElement(name: string): boolean {
  return (
    models.has(name) ||
    SPAN_ELEMENTS.has(name) ||
    BLOCK_ELEMENTS.has(name) ||
    VOID_ELEMENTS.has(name)
  )
}
