/** Tables of the documents are true: every setting, every dependency and every limit has its row. */

import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import {
  MAX_DIAGNOSTICS,
  MAX_MESSAGE_CHARACTERS,
} from '../src/builder/process/limit-diagnostics.js'
import { settingsHelp } from '../src/config.js'
import * as limits from '../src/model/limits.js'
import { MAX_REFS, MAX_REFS_OF_SITE } from '../src/service/push/push-rules.js'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')

describe('README', () => {
  const text = read('README.md')
  const operation = read('src/cli/README.md')

  it('begins with the two commands that have to work', () => {
    const top = text.split('\n').slice(0, 15).join('\n')
    expect(top).to.include('npm ci && npm start')
    expect(top).to.include('npm ci && npm test')
  })

  for (const { flag, variable, fallback, isLive } of settingsHelp()) {
    it(`has the setting ${flag} with its variable, default, and whether it is live`, () => {
      const row = operation.split('\n').find((line) => line.startsWith(`| \`${flag}\` |`))
      expect(row, flag).to.include(`\`${variable}\``)
      const value = flag === '--jobs' ? 'at least 2' : fallback
      expect(row).to.include(`${value} | ${isLive ? 'yes ' : ''}|`)
    })
  }

  it('has a row for every dependency', () => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      read('package.json'),
    )
    const rows = text.split('\n').filter((line) => line.startsWith('| '))
    const missing = Object.keys(dependencies).filter(
      (name) => !rows.some((row) => (row.split('|')[1] ?? '').split(/[ ,]+/).includes(name)),
    )
    expect(missing).to.deep.equal([])
  })

  it('names only commands of package.json', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '')
    expect(named.filter((name) => scripts[name] === undefined)).to.deep.equal([])
  })
})

describe('The limits in src/http/README.md', () => {
  const inOneLine = (name: string) => read(name).replace(/\s+/g, ' ')
  const contract = inOneLine('src/http/README.md')
  const n = (count: number) => count.toLocaleString('en')
  const kb = (bytes: number) => `${n(bytes / 1024)} KB`
  const mb = (bytes: number) => `${n(bytes / 1024 / 1024)} MB`
  const {
    MAX_FRONT_MATTER_BYTES: frontMatter,
    MAX_FRONT_MATTER_LINES: lines,
    MAX_FRONT_MATTER_REPEATED: repeated,
    METADATA_BUDGET: metadata,
    MAX_DEFAULT_TERMS_CHARACTERS: terms,
    MAX_THUMBNAILS_WAITING_OF_SITE: thumbnails,
    MAX_SEARCHES_WAITING_OF_USER: searches,
    MAX_YAML_WAITING_OF_SITE: yaml,
    MAX_UNREAD_BYTES_OF_USER: unread,
  } = limits
  const widths = limits.THUMBNAIL_WIDTHS.join(', ').replace(/, (?=\d+$)/, ' or ')
  const pixels = limits.MAX_THUMBNAIL_PIXELS / 1_000_000

  /** What the page says, with the numbers of the code. The names are those of `model/limits.ts`. */
  const said: readonly (readonly [string, string])[] = [
    [
      'MAX_JSON_VALUES MAX_JSON_DEPTH',
      `| A JSON body | ${n(limits.MAX_JSON_VALUES)} values; ${n(limits.MAX_JSON_DEPTH)} levels;`,
    ],
    [
      'MAX_LIST_ITEMS',
      `| \`tags\`, \`categories\`, \`defaults\` | ${n(limits.MAX_LIST_ITEMS)} entries each |`,
    ],
    [
      'METADATA_BUDGET',
      `${n(metadata.values)} values, ${kb(metadata.characters)} and ${n(metadata.lines)} lines of new keys`,
    ],
    ['MAX_ERROR_DETAILS', `| Details of an error | ${n(limits.MAX_ERROR_DETAILS)} |`],
    [
      'MAX_FRONT_MATTER_BYTES MAX_FRONT_MATTER_LINES MAX_FRONT_MATTER_VALUES MAX_FRONT_MATTER_REPEATED',
      `| Front matter that is written | ${kb(frontMatter)}, ${n(lines)} lines; ${n(limits.MAX_FRONT_MATTER_VALUES)} values, and ${kb(repeated)} more of text`,
    ],
    ['MAX_TEXT_BYTES', `| A document or page | ${mb(limits.MAX_TEXT_BYTES)} |`],
    ['MAX_MERGED_LINES', `are merged | a span of ${n(limits.MAX_MERGED_LINES)} lines |`],
    [
      'MAX_CONFIG_BYTES',
      `| \`_config.yml\` | ${kb(limits.MAX_CONFIG_BYTES)}, also with aliases written out; ${n(lines)} lines |`,
    ],
    [
      'MAX_COLLECTIONS MAX_LABEL_CHARACTERS MAX_COLLECTIONS_DIR_CHARACTERS',
      `${n(limits.MAX_COLLECTIONS)} collections, with names of ${n(limits.MAX_LABEL_CHARACTERS)} characters; ${n(limits.MAX_COLLECTIONS_DIR_CHARACTERS)} characters of \`collections_dir\``,
    ],
    [
      'MAX_DEFAULT_RULES MAX_DEFAULT_VALUES MAX_MARKDOWN_EXTENSIONS',
      `${n(limits.MAX_DEFAULT_RULES)} rules in \`defaults\`, with ${n(limits.MAX_DEFAULT_VALUES)} keys and values together; ${n(limits.MAX_MARKDOWN_EXTENSIONS)} names in \`markdown_ext\` |`,
    ],
    [
      'MAX_DEFAULTS_CHARACTERS MAX_DEFAULT_TERMS_CHARACTERS',
      `${n(limits.MAX_DEFAULTS_CHARACTERS)} characters of JSON; ${n(terms)} for tags, and ${n(terms)} for categories |`,
    ],
    [
      'MAX_EVENTS_KEPT MAX_EVENT_PATH_BYTES',
      `${n(limits.MAX_EVENTS_KEPT)} events and ${mb(limits.MAX_EVENT_PATH_BYTES)} of paths per site`,
    ],
    ['MAX_EVENT_PATHS', `\`paths\` (the first ${n(limits.MAX_EVENT_PATHS)},`],
    [
      'MAX_RENDERS_WAITING_OF_SITE MAX_RENDERS_WAITING_OF_USER MAX_RENDERS_WAITING',
      `that wait | ${n(limits.MAX_RENDERS_WAITING_OF_SITE)} of one site, ${n(limits.MAX_RENDERS_WAITING_OF_USER)} of one user, ${n(limits.MAX_RENDERS_WAITING)} in all;`,
    ],
    ['MAX_PRESENT', `up to ${n(limits.MAX_PRESENT)} users of a site are shown`],
    ['THUMBNAIL_WIDTHS', `\`?width=\` (${widths}) returns a thumbnail`],
    [
      'MAX_THUMBNAIL_PIXELS MAX_THUMBNAIL_SOURCE_BYTES',
      `images up to ${n(pixels)} million pixels and ${mb(limits.MAX_THUMBNAIL_SOURCE_BYTES)}.`,
    ],
    [
      'MAX_THUMBNAILS_WAITING_OF_SITE MAX_THUMBNAILS_WAITING',
      `If more than ${n(thumbnails)} of a site or ${n(limits.MAX_THUMBNAILS_WAITING)} in all wait`,
    ],
    ['MAX_THUMBNAILS_KEPT_BYTES', `${mb(limits.MAX_THUMBNAILS_KEPT_BYTES)} of thumbnails are kept`],
    ['MAX_MEDIA_ON_PAGE', `(at most ${n(limits.MAX_MEDIA_ON_PAGE)} on a page)`],
    ['MAX_USES', `\`used_by\` lists up to ${n(limits.MAX_USES)} documents and pages`],
    [
      'MAX_SEARCHED_CHARACTERS',
      `The first ${n(limits.MAX_SEARCHED_CHARACTERS)} characters of a text and`,
    ],
    [
      'MAX_PREFIX_PLACES MAX_PREFIX_READ_BYTES',
      `begin so at ${n(limits.MAX_PREFIX_PLACES)} places or more, the texts that may be found are read instead, and if these have more than ${mb(limits.MAX_PREFIX_READ_BYTES)},`,
    ],
    ['MAX_SEARCH_PAGE', `A page has at most ${n(limits.MAX_SEARCH_PAGE)} rows`],
    [
      'MAX_LIST_PART_BYTES',
      `the messages of its commits) have more than ${mb(limits.MAX_LIST_PART_BYTES)}, the page is streamed`,
    ],
    [
      'MAX_UNREAD_BYTES_OF_USER MAX_UNREAD_BYTES',
      `may have ${mb(unread)} together, those of all users ${mb(limits.MAX_UNREAD_BYTES)}.`,
    ],
    [
      'MAX_SHOWN_CHARACTERS',
      `| A rendered page of unsaved text | ${n(limits.MAX_SHOWN_CHARACTERS)} characters |`,
    ],
    ['MAX_PAGE_CHARACTERS', `| A page of a build | ${n(limits.MAX_PAGE_CHARACTERS)} characters |`],
    [
      'MAX_SEARCHES_WAITING_OF_USER MAX_SEARCHES_WAITING',
      `At most ${n(searches)} requests of one user and ${n(limits.MAX_SEARCHES_WAITING)} in all wait`,
    ],
    [
      'MAX_YAML_WAITING_OF_SITE MAX_YAML_WAITING',
      `At most ${n(yaml)} requests of one site and ${n(limits.MAX_YAML_WAITING)} in all wait`,
    ],
    ['MAX_VERSIONS', `| The history of a document or page | ${n(limits.MAX_VERSIONS)} versions,`],
    [
      'MAX_DATA_BYTES MAX_DATA_LINES MAX_DATA_VALUES MAX_DATA_DEPTH',
      `| A data file with a form | ${kb(limits.MAX_DATA_BYTES)}, ${n(limits.MAX_DATA_LINES)} lines, ${n(limits.MAX_DATA_VALUES)} keys and values, ${limits.MAX_DATA_DEPTH} levels |`,
    ],
    [
      'MAX_DATA_SOURCE_BYTES',
      `| A data file that is shown as source | ${mb(limits.MAX_DATA_SOURCE_BYTES)} |`,
    ],
    ['MAX_TEMPLATES', `at most ${limits.MAX_TEMPLATES}, of ${kb(frontMatter)} each)`],
    ['MAX_DATA_EDITS', `| \`edits\` of a data file in one request | ${limits.MAX_DATA_EDITS};`],
    ['MAX_DATA_FILES', `| Data files in the list of a site | ${n(limits.MAX_DATA_FILES)} |`],
    ['', `| A push | ${n(MAX_REFS)} branches and tags (${n(MAX_REFS_OF_SITE)} in the repository),`],
    ['', `| ${n(MAX_DIAGNOSTICS)}, of ${n(MAX_MESSAGE_CHARACTERS)} characters each;`],
  ]

  for (const [names, words] of said) {
    it(`are those of the code: ${names || words}`, () => {
      // The page itself would be a long message.
      expect(contract.includes(words) ? words : 'something else').to.equal(words)
    })
  }

  it('are all of model/limits.ts', () => {
    const named = said.flatMap(([names]) => names.split(' ')).filter((name) => name !== '')
    expect(named.toSorted()).to.deep.equal(Object.keys(limits).toSorted())
  })

  it('are those of SECURITY.md, too', () => {
    expect(inOneLine('SECURITY.md')).to.include(
      `A document or page has at most ${mb(limits.MAX_TEXT_BYTES)}; front matter at most ${kb(frontMatter)} and ${n(lines)} lines, to which YAML aliases add at most ${kb(repeated)}; changes that span more than ${n(limits.MAX_MERGED_LINES)} lines are not merged`,
    )
  })
})
