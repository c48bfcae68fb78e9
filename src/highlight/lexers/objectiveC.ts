import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { OBJC_WORDS } from '../words/objectiveC.js'
import { closedOnLine } from '../pattern.js'
import { cStart, cStates } from './c.js'

const ID = '[a-zA-Z$_][\\w$]*'
const atWords = words('err', {
  k: `selector private protected public encode synchronized try throw catch finally end property synthesize dynamic
    optional interface implementation import autoreleasepool`,
  nb: 'true false YES NO',
})

const statements: readonly Rule[] = [
  [/@"/, 's', 'string'],
  [/@'(?:\\[0-7]{1,3}|\\x[a-fA-F0-9]{1,2}|\\.|[^\\'\n]')/, 'sc'],
  [/@(?:\d+\.\d*|\.\d+|\d+)e[+-]?\d+l?/i, 'mf'],
  [/@(?:\d+\.\d*|\.\d+|\d+f)f?/i, 'mf'],
  [/@0x[\da-f]+l?/i, 'mh'],
  [/@0[0-7]+l?/i, 'mo'],
  [/@\d+l?/, 'mi'],
  [/in\b/, 'k'],
  [/@(?:interface|implementation)\b/, 'k', 'class_name'],
  [/@(?:class|protocol)\b/, 'k', 'forward_names'],
  [/@[\p{L}\p{N}]+/u, (run, text) => run.emit(atWords.words.get(text.slice(1)) ?? 'err', text)],
  [/\?/, 'p', 'ternary'],
  [/\[/, 'p', 'message'],
  [/@\[/, 'p', 'array'],
  [/@\{/, 'p', 'dictionary'],
]

const names: States = {
  class_name: [
    'include:space',
    [new RegExp(`(${ID})(\\s*)(:)(\\s*)(${ID})`), ['nc', '', 'p', '', 'nc'], '#pop'],
    [
      new RegExp(`(${ID})(\\s*)(\\()(\\s*)(${ID})(\\s*)(\\))`),
      ['nc', '', 'p', '', 'nl', '', 'p'],
      '#pop',
    ],
    [new RegExp(ID), 'nc', '#pop'],
  ],
  forward_names: [
    'include:space',
    [new RegExp(`(${ID})(\\s*)(,)(\\s*)`), ['nc', '', 'p', ''], 'forward_names'],
    [new RegExp(`(${ID})(\\s*)(;?)`), ['nc', '', 'p'], '#pop'],
  ],
}

// A second name with a colon leaves the message, as Rouge does; what follows is lexed as where it stands.
const messages: States = {
  message: [
    [new RegExp(`(${ID})(\\s*)(:)`), ['nf', '', 'p'], ['#pop', 'arguments']],
    [new RegExp(`(${ID})(\\s*)(\\])`), ['nf', '', 'p'], '#pop'],
    'include:message_rest',
  ],
  arguments: [
    [/\{/, 'p', 'function'],
    [new RegExp(`(${ID})(\\s*)(:)`), ['nf', '', 'p'], '#pop'],
    'include:message_rest',
  ],
  message_rest: [[/\]/, 'p', '#pop'], [/\{/, 'p', '#pop'], [/;/, 'err'], 'include:statements'],
}

const method: States = {
  methods: [
    [
      closedOnLine(/([-+])(\s*)(?=\()/, /(\(.*?\))(\s*)(?=[a-zA-Z$_])/),
      (run, _text, match) => {
        run.emit('k', match[1] ?? '')
        run.emit('', match[2] ?? '')
        run.recurse(match[3] ?? '')
        run.emit('', match[4] ?? '')
      },
      'method',
    ],
    [/([-+])(\s*)(?=[a-zA-Z$_])/, ['k', ''], 'method'],
  ],
  method: [
    [/,/, 'p'],
    [/\.\.\./, 'p'],
    [
      closedOnLine(/(?=\()/, /(\(.*?\))([a-zA-Z$_][\w$]*)/),
      (run, _text, match) => {
        run.recurse(match[1] ?? '')
        run.emit('nv', match[2] ?? '')
      },
    ],
    [new RegExp(`(${ID})(\\s*)(:)`), ['nf', '', 'p']],
    [/;/, 'p', '#pop'],
    [/\{/, 'p', ['#pop', 'function']],
    'include:inline_space',
    [/\/\/.*\n/, 'c1'],
    [/\s+/, ''],
    [/(?:)/, '', '#pop'],
  ],
}

/** Objective-C. */
export const objectiveC: Grammar = {
  start: cStart,
  states: cStates({
    names: words('n', OBJC_WORDS),
    root: ['include:methods'],
    statements,
    states: {
      ...names,
      ...messages,
      ...method,
      ternary: [[/:/, 'p', '#pop'], 'include:statements'],
      array: [[/\]/, 'p', '#pop'], [/,/, 'p'], 'include:statements'],
      dictionary: [[/\}/, 'p', '#pop'], [/,/, 'p'], 'include:statements'],
    },
  }),
}
