import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedBefore, closedOnLine } from '../pattern.js'

const FUNCTIONS = `abspath addprefix addsuffix and basename call dir error eval file filter filter-out
  findstring firstword flavor foreach if join lastword notdir or origin patsubst realpath shell sort
  strip subst suffix value warning wildcard word words wordlist info`
const functions = words('nv', { nb: FUNCTIONS })

const call: Rule = [
  /(\$[({])([a-z-]+)(?=[ \t])/,
  (run, text, match) => {
    const name = match[2] ?? ''
    if (!functions.words.has(name)) return run.emit('nv', text)
    run.emit('nf', match[1] ?? '')
    run.emit('nb', name)
    run.push(text.startsWith('$(') ? 'call' : 'curly_call')
  },
]
const variable: readonly Rule[] = [
  [closed(/\$\{/, /[^}]*\}/), 'nv'],
  [/\$(?:\([^()$]*(?:\([^()]*\)[^()]*)*\)|[^\s({])/, 'nv'],
]

/** Makefiles. */
export const make: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [closedOnLine(/#/, /.*?\n/), 'c'],
      [/^(export)(\s+)(?=[\w${}()\t -]+\n)/, ['k', ''], 'export'],
      [/export\s+/, 'k'],
      [/(-?s?include)((?:\s|[^\n])*?)(?=\n|$)/, ['k', 'sx']],
      [/(?:ifeq|ifneq)\b/, 'k', 'condition'],
      [/(?:ifdef|ifndef)\b/, 'k', 'condition'],
      [/(?:else|endif)(?=\n)/, 'k', 'condition'],
      [/(?<![\w${}().\-/])([\w${}().\-/]+)(\s*)([!?:+]?=)/, ['nv', '', 'o'], 'value'],
      [closed(/"/, /(?:\\[^]|[^"\\])*"/), 's'],
      [closed(/'/, /(?:\\[^]|[^'\\])*'/), 's'],
      [
        closedBefore(/[#=\n]|$/g, /(?=[^\n:#=])/, /([^\n:#=]+)(::?)([ \t]*)/),
        ['nl', 'o', ''],
        ['recipe', 'prerequisites'],
      ],
    ],
    condition: [
      [/\n(?=\t)/, '', ['#pop', 'recipe']],
      [/\n/, '', '#pop'],
      [/[ \t]+/, ''],
      [/[^\n]+/, 'nv'],
    ],
    export: [
      [/\n/, '', '#pop'],
      [/[\w${}-]+/, 'nv'],
      [/\s+/, ''],
    ],
    prerequisites: [
      [/\n/, '', '#pop'],
      [/\\\n/, 'se'],
      [/#/, 'c'],
      [/,/, 'p'],
      [/[^\n\\#,]+|\\/, 'nf'],
    ],
    recipe: [
      [/\t[ \t]*/, '', 'command'],
      [/(?:)/, '', '#pop'],
    ],
    command: [[/\n/, '', '#pop'], [/(?<=\t[ \t]*)[@-]/, 'p'], 'include:value_parts'],
    value: [[/\n/, '', '#pop'], 'include:value_parts'],
    call: [[/\)/, 'nf', '#pop'], 'include:call_parts'],
    curly_call: [[/\}/, 'nf', '#pop'], 'include:call_parts'],
    call_parts: [
      call,
      ...variable,
      [/"/, 's2', 'double'],
      [/[^)}$"]+|[)}]/, (run, text) => run.delegate('shell', text)],
      [/\$/, ''],
    ],
    value_parts: [
      [/(?<=\s)#.*/, 'c'],
      call,
      ...variable,
      [/"/, 's2', 'double'],
      [/(?:\\[^]|'[^'\n]*'|(?<!\s)#|[^\n$"\\'#])+/, (run, text) => run.delegate('shell', text)],
      [/[$'\\]/, ''],
    ],
    double: [[/"/, 's2', '#pop'], [/\\[^]/, 'se'], ...variable, [/[^"\\$]+|[\\$]/, 's2']],
  },
}
