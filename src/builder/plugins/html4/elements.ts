/** What libxml2's reader and writer of HTML 4 know of elements. */

const set = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/))

/** Elements that have no content. */
export const VOID = set('area base basefont br col frame hr img input isindex link meta param')

/** Elements that stand on lines of their own, unless text is beside them. */
export const BLOCKS = set(`
  address area base blockquote caption center col colgroup dd dir div dl dt fieldset form frame
  frameset h1 h2 h3 h4 h5 h6 hr isindex legend li link menu meta noframes noscript ol optgroup
  option p param pre style table tbody td tfoot th thead title tr ul
`)

/** Elements whose content is no markup. */
export const RAW = set('script style')

/** Attributes that are written without a value. */
export const FLAGS = set(
  'checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected',
)

const HEADINGS = set('fieldset form li p table')
const CELL = set('tbody td tfoot th tr')
const LIST = set('dd dl dt form li ul')
const MENU = set('dd dl dt form ul')
const CENTERED = set('center td th')
const ROWS = set('tbody tfoot')

/** By element: the elements that end it where they begin. */
export const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['a', set('a fieldset table td th')],
  ['address', LIST],
  ['b', set('center p td th')],
  ['i', set('center p td th')],
  ...['big', 's', 'small', 'strike', 'tt'].map((name) => [name, set('p')] as const),
  ['caption', set('col colgroup tbody tfoot thead tr')],
  ['colgroup', set('colgroup tbody tfoot thead tr')],
  ['dd', set('dt')],
  ['dir', MENU],
  ['menu', MENU],
  ['dl', set('form li')],
  ['dt', set('dd dl')],
  ['font', CENTERED],
  ['form', set('form')],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, HEADINGS] as const),
  ['legend', set('fieldset')],
  ['li', set('li')],
  ['ol', set('form ul')],
  ['option', set('optgroup option')],
  [
    'p',
    set(`
      address blockquote caption center col colgroup dd dir div dl dt fieldset form h1 h2 h3 h4 h5
      h6 hr li menu ol p pre table tbody td tfoot th title tr ul
    `),
  ],
  ['pre', set('dd dl dt fieldset form li table ul')],
  ['span', set('td th')],
  ['tbody', ROWS],
  ['thead', ROWS],
  ['tfoot', set('tbody')],
  ['td', CELL],
  ['th', CELL],
  ['tr', set('tbody tfoot tr')],
  ['u', set('p td th')],
  ['ul', set('address form menu ol pre')],
])

const STRENGTHS: ReadonlyMap<string, number> = new Map([
  ['div', 150],
  ['td', 160],
  ['th', 160],
  ['tr', 170],
  ['thead', 180],
  ['tbody', 180],
  ['tfoot', 180],
  ['table', 190],
])

/** An end tag ends what is open inside of its element only where that is no stronger. */
export function strengthOf(name: string): number {
  return STRENGTHS.get(name) ?? 100
}
