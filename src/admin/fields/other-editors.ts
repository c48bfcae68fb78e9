/**
 * Converts field declarations of other editors to Galley's: `.pages.yml` of Pages CMS, and `config.yml` of Decap
 * and its successors. Pure.
 */

interface OfferedField {
  readonly name: string
  readonly label?: string
  readonly kind: string
  readonly required?: boolean
  readonly choices?: readonly string[]
  readonly collection?: string
  readonly help?: string
}

export interface OfferedFields {
  /** Path of the collection, such as `posts`. */
  readonly collection: string
  readonly fields: readonly OfferedField[]
}

/** Fields that every form has anyway. */
const OWN: ReadonlySet<string> = new Set([
  'title',
  'body',
  'content',
  'date',
  'tags',
  'categories',
  'permalink',
  'published',
  'layout',
])

/** Galley's kind for each type name of the two editors. */
const KINDS: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  code: 'longtext',
  color: 'color',
  date: 'date',
  datetime: 'date',
  file: 'file',
  image: 'image',
  list: 'list',
  markdown: 'longtext',
  number: 'number',
  object: 'object',
  reference: 'reference',
  relation: 'reference',
  'rich-text': 'longtext',
  richtext: 'longtext',
  select: 'choice',
  text: 'longtext',
}

/** Most fields per collection, and most collections. */
const MAX_ITEMS = 100

/**
 * The fields of each collection that declares any.
 *
 * @param config the parsed file
 */
export function offeredFields(config: unknown): readonly OfferedFields[] {
  const { content, collections } = asRecord(config)
  const isDecap = !Array.isArray(content)
  return listOf(isDecap ? collections : content).flatMap((entry) => {
    const { path, folder, fields, type } = asRecord(entry)
    // Pages CMS also has entries for single files.
    if (type === 'file') return []
    const collection = collectionAt(isDecap ? folder : path)
    const offered = listOf(fields).flatMap((field) => fieldOf(field, isDecap))
    return collection === null || offered.length === 0 ? [] : [{ collection, fields: offered }]
  })
}

/** `_posts`, `collections/_boats/2024` -> `posts`, `boats`. */
function collectionAt(folder: unknown): string | null {
  return /(?:^|\/)_([^/]+)/.exec(textOf(folder))?.[1] ?? null
}

function fieldOf(given: unknown, isDecap: boolean): readonly OfferedField[] {
  const field = asRecord(given)
  const name = textOf(field['name'])
  if (name === '' || OWN.has(name) || name.includes('.')) return []
  const label = textOf(field['label'])
  const help = textOf(field['hint'] ?? field['description'])
  const choices = choicesOf(field)
  const collection = textOf(field['collection'] ?? asRecord(field['options'])['collection'])
  const kind = kindOf(field, { isDecap, choices, collection })
  // In Decap, fields are required unless they say otherwise.
  const isRequired = isDecap ? field['required'] !== false : field['required'] === true
  const isYesNo = kind === 'boolean'
  return [
    {
      name,
      ...(label !== '' && { label }),
      kind,
      ...(isRequired && !isYesNo && { required: true }),
      ...(kind === 'choice' && { choices }),
      ...(kind === 'reference' && { collection: collection.replace(/^_/, '') }),
      ...(help !== '' && { help }),
    },
  ]
}

interface Hints {
  readonly isDecap: boolean
  readonly choices: readonly string[]
  readonly collection: string
}

function kindOf(field: Readonly<Record<string, unknown>>, hints: Hints): string {
  const name = textOf(hints.isDecap ? field['widget'] : field['type'])
  const isMany = field['list'] === true || Object.keys(asRecord(field['list'])).length > 0
  if (isMany || field['multiple'] === true) return 'list'
  const kind = KINDS[name] ?? 'text'
  if (kind === 'choice' && hints.choices.length === 0) return 'text'
  return kind === 'reference' && hints.collection === '' ? 'text' : kind
}

/** The values of `[a, b]` or `[{label, value}]`, also below `values`. */
function choicesOf({ options }: Readonly<Record<string, unknown>>): readonly string[] {
  const given = Array.isArray(options) ? options : asRecord(options)['values']
  return listOf(given)
    .map((one) => textOf(typeof one === 'object' ? asRecord(one)['value'] : one))
    .filter((text) => text !== '')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
