import { words, type Grammar, type Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed, closedBefore, closedInWord } from '../pattern.js'
import { PHP_WORDS } from '../words/php.js'
import { PHP_FUNCTIONS } from '../words/phpFunctions.js'

const ID = '[\\p{L}_][\\p{L}\\p{N}_]*'
const NAMESPACE = `(?:${ID}\\\\)+`
const NAME = `(?:${NAMESPACE})?${ID}`

const keywords = words('n', { k: PHP_WORDS }, { ignoreCase: true })
const calls = words('nf', { k: PHP_WORDS, nb: PHP_FUNCTIONS }, { ignoreCase: true })

const pattern = (source: string, flags = 'u'): RegExp => new RegExp(source, flags)

/** What a name that stands alone begins, and where the lexer goes on. */
const OPENERS: Readonly<Record<string, readonly [token: 'k' | 'kn', state: string]>> = {
  use: ['kn', 'use'],
  const: ['k', 'const'],
  catch: ['k', 'catch'],
  public: ['k', 'visibility'],
  protected: ['k', 'visibility'],
  private: ['k', 'visibility'],
}

/** Names that tell by how they are written what they name. */
const SHAPES = [
  [/^__.*__$/, 'nb'],
  [/^(?:E|PHP)(?:_\p{Lu}+)+$/u, 'kc'],
  [/(?:\\|^)\p{Lu}[\p{Lu}\p{N}_]+$/u, 'no'],
  [/(?:\\|^)\p{Lu}[\p{L}\p{N}]*$/u, 'nc'],
] as const

function name(run: Lexing, text: string): void {
  const lower = text.toLowerCase()
  const opener = Object.hasOwn(OPENERS, lower) ? OPENERS[lower] : undefined
  if (opener) {
    run.emit(opener[0], text)
    return run.push(opener[1])
  }
  const shape = keywords.words.has(lower) ? undefined : SHAPES.find(([form]) => form.test(text))
  if (shape) run.emit(shape[1], text)
  else run.emitAs(keywords, text)
}

const names: readonly Rule[] = [
  [pattern(`${NAME}(?=\\s*\\()`), calls],
  [pattern(NAME), name],
]

const leaving: Rule = [
  /\?>/,
  (run, text) => {
    run.emit('cp', text)
    run.pop(run.depth)
  },
]

const gaps: readonly Rule[] = [
  [/\s+/, ''],
  [/#.*/, 'c1'],
  [/\/\/.*/, 'c1'],
  [closed(/\/\*\*(?!\/)/, /.*?\*\//s), 'cd'],
  [closed(/\/\*/, /.*?\*\//s), 'cm'],
]

const variables: readonly Rule[] = [
  [pattern(`\\$\\{\\$+${ID}\\}`), 'nv'],
  [closedBefore(/[^$]|$/g, /\$/, pattern(`\\$*${ID}`)), 'nv'],
]

const operators: Rule = [/[~!%^&*+|:.<>/@-]+/, 'o']

/** In a text a backslash before the end of a line ends all hope. */
const UNFINISHED = /\\\n|$/g
const values: readonly Rule[] = [
  [closed(pattern(`<<<(["']?)(${ID})\\1\\n`, 'iu'), String.raw`[^]*?\n\s*\2;?`), 'sh'],
  [/(?:\d[_\d]*)?\.(?:\d[_\d]*)?(?:e[+-]?\d[_\d]*)?/i, 'mf'],
  [/0[0-7][0-7_]*/, 'mo'],
  [/0b[01][01_]*/i, 'mb'],
  [/0x[a-f0-9][a-f0-9_]*/i, 'mh'],
  [/\d[_\d]*/, 'mi'],
  [closedBefore(UNFINISHED, /'/, /[^'\\]*(?:\\.[^'\\]*)*'/), 's1'],
  [closedBefore(UNFINISHED, /`/, /[^`\\]*(?:\\.[^`\\]*)*`/), 'sb'],
  [/"/, 's2', 'string'],
  [/(?:function|fn)\b/i, 'k', ['result', 'parameters', 'function']],
  [/(?:true|false|null)\b/i, 'kc'],
  [/new\b/i, 'k', 'new'],
]

const returning: Rule = [/(?:)/, '', '#pop']
/** What may stand in a construct beside its own parts; anything else ends it. */
const aside: readonly Rule[] = [leaving, ...gaps, returning]
const asideWithVariables: readonly Rule[] = [leaving, ...gaps, ...variables, returning]

const type: Rule = [pattern(`\\??${ID}`), 'kt', 'assigned']

/** PHP, within HTML unless the code has no opening tag. */
export const php: Grammar = {
  start: (run) => {
    const asked = run.options['start_inline']
    if (asked === undefined) run.push('guess')
    else if (asked !== '0' && asked !== 'false') run.push('php')
  },
  states: {
    root: [
      [/<\?(?:php|=)?/i, 'cp', 'php'],
      [/(?:[^<]|<(?!\?))+/, (run, text) => run.delegate('html', text)],
    ],
    guess: [
      [/\s*(?=<)/, (run, text) => run.delegate('html', text), '#pop'],
      [/[^$]+(?=<\?(?:php|=))/i, (run, text) => run.delegate('html', text), '#pop'],
      [/(?:)/, '', ['#pop', 'php']],
    ],
    php: [
      leaving,
      ...gaps,
      ...variables,
      ...values,
      [pattern(`(namespace)(\\s+)(${NAME})`, 'iu'), ['kn', '', 'nn']],
      [
        pattern(`(class|interface|trait|extends|implements)(\\s+)(${NAME})`, 'iu'),
        ['kd', '', 'nc'],
      ],
      ...names,
      [/[;,(){}[\]]/, 'p'],
      operators,
      [/[=?]/, 'o'],
    ],
    string: [
      [/"/, 's2', '#pop'],
      [/[^\\{$"]+/, 's2'],
      [/\\u\{[0-9a-fA-F]+\}/, 'se'],
      [/\\(?:[efrntv"$\\]|[0-7]{1,3}|[xX][0-9a-fA-F]{1,2})/, 'se'],
      [closedInWord(pattern(`\\$${ID}(?=\\[)`), /\[\S+\]/), 'nv'],
      [pattern(`\\$${ID}(?:->${ID})?`), 'nv'],
      [/\{\$\{/, 'si', 'interpolation_double'],
      [/\{(?=\$)/, 'si', 'interpolation'],
      [closedInWord(/(\{)/, /(\S+)(\})/), ['si', 'nv', 'si']],
      [/[${\\]+/, 's2'],
    ],
    interpolation: [[/\}/, 'si', '#pop'], 'include:php'],
    interpolation_double: [[/\}\}/, 'si', '#pop'], 'include:php'],
    assigned: [
      [/,/, 'p', '#pop'],
      [/[[\]]/, 'p'],
      [/\(/, 'p', 'assigned_call'],
      leaving,
      ...gaps,
      ...values,
      ...variables,
      ...names,
      operators,
      returning,
    ],
    assigned_call: [[/\)/, 'p', '#pop'], [/,/, 'p'], 'include:assigned'],
    catch: [[/\(/, 'p'], [/\|/, 'o'], [pattern(ID), 'nc'], ...aside],
    const: [[pattern(ID), 'no'], [/=/, 'o', 'assigned'], ...aside],
    function: [[/&/, 'o'], [pattern(ID), 'n'], [/\(/, 'p', '#pop'], ...aside],
    parameters: [
      [/\)/, 'p', '#pop'],
      [/,/, 'p'],
      [/\.{3}/, 'p'],
      [/=/, 'o', 'assigned'],
      [/\b(?:public|protected|private|readonly)\b/i, 'k'],
      type,
      ...asideWithVariables,
    ],
    result: [
      [/:/, 'p'],
      [/use\b/i, 'k', 'captured'],
      type,
      [/\{/, 'p', ['#pop', 'body']],
      ...aside,
    ],
    captured: [[/[,(]/, 'p'], [/&/, 'o'], [/\)/, 'p', '#pop'], ...asideWithVariables],
    body: [[/\{/, 'p', 'body'], [/\}/, 'p', '#pop'], 'include:php'],
    new: [[/class\b/i, 'kd', ['#pop', 'new_class']], [pattern(NAME), 'nc', '#pop'], ...aside],
    new_class: [[/\}/, 'p', '#pop'], [/\{/, 'p'], 'include:php'],
    use: [
      [/[,}]/, 'p'],
      [/(?:function|const)\b/i, 'k'],
      [pattern(`(${NAMESPACE})(\\{)`), ['nn', 'p']],
      [pattern(`${NAME}_${ID}`), 'nf'],
      leaving,
      ...gaps,
      ...names,
      returning,
    ],
    visibility: [
      [/\b(?:readonly|static)\b/i, 'k'],
      [/(?=(?:abstract|const|function)\b)/i, 'k', '#pop'],
      [pattern(`\\??${ID}`), 'kt', '#pop'],
      ...aside,
    ],
  },
}
