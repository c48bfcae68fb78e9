/**
 * Which language a text has, and which texts are one thing in several languages. Sites say so in several ways: `lang` in
 * front matter or its defaults, a folder (`de/about.md`), a suffix (`about.de.md`), the settings of jekyll-polyglot
 * (`languages`, `default_lang`), a name that all versions share (`ref`, `page_id`). Pure.
 */

import { addressKey } from './redirects.js'
import { displayText, type YamlMap } from './yaml/value.js'

/** What the configuration says of languages. */
export interface LanguageSettings {
  /** Those that the site has, if it lists them; then no others count. */
  readonly all: readonly string[] | null
  /** That of texts that say nothing. */
  readonly main: string | null
  /** With jekyll-polyglot, all versions of a text have one permalink. */
  readonly isPolyglot: boolean
}

/** A text's language, and what its versions in other languages have in common with it; each once. */
export interface LanguageFacts {
  readonly language: string | null
  readonly versionKeys: readonly string[]
}

/** Most languages of a site. */
export const MAX_LANGUAGES = 50

/** Languages whose codes are folders of nothing else; others count where the configuration lists them. */
const COMMON = new Set(
  (
    'ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu it ja ko lt lv nl nb pl pt ro ru sk sl sr sv th tr uk ' +
    'vi zh'
  ).split(' '),
)

/** Of these, what stands behind the language: no more, because folders are also `it-support` and `es-2024`. */
const SCRIPT_AND_REGION = /^(?:-(?:Arab|Cyrl|Hans|Hant|Latn))?(?:-[A-Z]{2}|-\d{3})?$/

/** One plugin's versions are made of one file each. */
const ONE_FILE_FOR_ALL = 'jekyll-multiple-languages-plugin'

/** Front-matter keys for a name that all versions share. */
const NAMES = ['translation_key', 'translationKey', 'translation_id', 'page_id', 'ref', 'lang-ref']

/** Longest name or address that is compared. */
const MAX_CHARACTERS = 1000

/** @param get the value of a key of `_config.yml` */
export function readLanguages(get: (key: string) => unknown): LanguageSettings {
  const plugins = [get('plugins'), get('gems')].flat()
  if (plugins.includes(ONE_FILE_FOR_ALL)) return { all: [], main: null, isPolyglot: false }
  const all = listed(get('languages'))
  const locale = languageCode(get('locale'))?.replace(/-.*$/, '') ?? null
  return {
    all: all.length === 0 ? null : all,
    main: languageCode(get('default_lang')) ?? languageCode(get('lang')) ?? locale,
    isPolyglot: plugins.includes('jekyll-polyglot'),
  }
}

/** A list of codes, or a mapping by codes. */
function listed(value: unknown): readonly string[] {
  const keys = value instanceof Map ? [...value.keys()] : Object.keys(Object(value))
  const items: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? [] : keys
  const codes = items.slice(0, MAX_LANGUAGES).map(languageCode)
  return [...new Set(codes.filter((code) => code !== null))]
}

/** A language, a script, a region, a variant (BCP 47): what `Intl` takes, which throws at all else. */
const CODE =
  /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))?$/i

/** `pt_br` is `pt-BR`; null for what is no code of a language. */
export function languageCode(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 20) return null
  const code = value.trim().replaceAll('_', '-')
  return CODE.test(code) ? (Intl.getCanonicalLocales(code)[0] ?? null) : null
}

interface Described {
  /** From the root of the site. */
  readonly path: string
  /** The front matter, with its defaults. */
  readonly data: YamlMap
  readonly permalink: string | null
}

export function languageFacts(
  { path, data, permalink }: Described,
  settings: LanguageSettings,
): LanguageFacts {
  const own = languageCode(data.get('lang')) ?? languageCode(data.get('language'))
  const language = own ?? markIn(path, settings) ?? settings.main
  const isKnown = language !== null && (settings.all?.includes(language) ?? true)
  if (!isKnown) return { language: null, versionKeys: [] }
  const named = NAMES.map((key) => data.get(key)).find(
    (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  )
  if (named !== undefined) {
    return { language, versionKeys: [`name:${displayText(named).slice(0, MAX_CHARACTERS)}`] }
  }
  const keys = [`path:${unmarked(path, language)}`]
  if (permalink !== null) {
    const address = addressKey(permalink.slice(0, MAX_CHARACTERS))
    keys.push(`address:${unmarked(address, language)}`)
  }
  return { language, versionKeys: keys }
}

const TEXT = /\.(?:md|markdown|mkd|mkdn|mkdown|html?|textile)$/i

/** The language that a folder or the end of the name says; null for none. */
function markIn(path: string, { all }: LanguageSettings): string | null {
  const isMark = (code: string | null): code is string =>
    code !== null && (all?.includes(code) ?? isCommon(code))
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const [, suffix = ''] = /\.([A-Za-z_-]{2,10})\.[A-Za-z]+$/.exec(name) ?? []
  return [...folders, suffix].map(languageCode).find(isMark) ?? null
}

function isCommon(code: string): boolean {
  const [language = ''] = code.split('-')
  return COMMON.has(language) && SCRIPT_AND_REGION.test(code.slice(language.length))
}

/** A path without what says its language, so that all versions have the same one; drafts stand with the posts. */
function unmarked(path: string, language: string): string {
  const { folders, at, stem } = parts(path, language)
  const others = at < 0 ? folders : folders.toSpliced(at, 1)
  return [...others.map((one) => (one === '_drafts' ? '_posts' : one)), stem].join('/')
}

function parts(path: string, language: string) {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const extension = TEXT.exec(name)?.[0] ?? ''
  const whole = name.slice(0, name.length - extension.length)
  const mark = markAt(whole, language)
  return {
    folders,
    /** Which of them says the language; -1 for none. */
    at: folders.findIndex((folder) => languageCode(folder) === language),
    stem: mark < 0 ? whole : whole.slice(0, mark),
    /** What stands between the name and its language. */
    sign: mark < 0 ? '' : whole.charAt(mark),
    extension,
  }
}

/** Where the sign stands before the language that a name ends with; -1 for none. `pt_BR` has one in it. */
function markAt(name: string, language: string): number {
  for (const { index } of name.matchAll(/(?<=[^._-])[._-]/g))
    if (languageCode(name.slice(index + 1)) === language) return index
  return -1
}

/** A text whose version in another language is to be begun. */
interface Source {
  readonly relativePath: string
  readonly language: string
  readonly isPost: boolean
  readonly url: string | null
  readonly permalink: string | null
}

/** Where its version in a language belongs: a path as that of the source, and a permalink if it needs one. */
export function placeOfVersion(
  { relativePath, language, isPost, url, permalink }: Source,
  to: string,
  { main, isPolyglot }: LanguageSettings,
): { readonly path: string; readonly permalink: string | null } {
  const { folders, at, stem, sign, extension } = parts(relativePath, language)
  const name = `${stem}${sign === '' || to === main ? '' : `${sign}${to}`}${extension}`
  const isFolder = sign === '' && to !== main
  const others = at < 0 ? folders : folders.toSpliced(at, 1)
  const path = [...others.toSpliced(Math.max(at, 0), 0, ...(isFolder ? [to] : [])), name].join('/')
  // The address of a post follows its name, not its folder.
  const isAlike = (isPost && sign === '') || permalink !== null
  const needsOwn = !isPolyglot && url !== null && isAlike
  return { path, permalink: needsOwn ? addressIn(url, { language, to, main }) : permalink }
}

interface Translation {
  readonly language: string
  readonly to: string
  readonly main: string | null
}

/** `/de/about/` for `/en/about/`, and for `/about/`; never that of the source. */
function addressIn(url: string, { language, to, main }: Translation): string {
  const [, first = '', ...rest] = url.split('/')
  const isMarked = languageCode(first) === language
  const others = isMarked ? rest : [first, ...rest]
  return ['', ...(to === main && isMarked ? [] : [to]), ...others].join('/')
}
