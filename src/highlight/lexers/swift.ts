import { words, type Grammar, type Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed } from '../pattern.js'
import { SWIFT_WORDS } from '../words/swift.js'

const ID =
  '(?:[_\\u{10000}-\\u{10ffff}]|(?!\\p{Mc})\\p{Alphabetic})[\\p{Alphabetic}\\p{Nd}_\\u{10000}-\\u{10ffff}]*'
const withId = (before: string, after = ''): RegExp => new RegExp(before + ID + after, 'u')
const lower = words('n', SWIFT_WORDS)
const upper = words('kt', SWIFT_WORDS)
const SET = new Set(['set'])
const SAFETY = new Set(['safe', 'unsafe'])

const quoted: Rule = [withId('(`)(', ')(`)'), ['p', 'nv', 'p']]

/** `private(set)`; another word between the parentheses is an error. */
const modifier =
  (allowed: ReadonlySet<string>) =>
  (run: Lexing, text: string, match: RegExpExecArray): void => {
    const [, before = '', word = '', after = ''] = match
    if (allowed.has(word)) return run.emit('kd', text)
    run.emit('kd', before)
    run.emit('err', word)
    run.emit('kd', after)
  }

/** Swift: the states of Rouge's lexer. */
export const swift: Grammar = {
  start: (run) => run.push('line_start'),
  states: {
    line_start: [[/#.*/, 'cp'], 'include:blanks', [/(?:)/, '', '#pop']],
    blanks: [[/\s+/, ''], 'include:comments'],
    comments: [[/\/\*/, 'cm', 'comment']],
    comment: ['include:comments', [/\*\//, 'cm', '#pop'], [/[^*/]+/, 'cm'], [/./, 'cm']],
    root: [
      [/\n+/, '', 'line_start'],
      [/\/\/.*/, 'c1', 'line_start'],
      'include:blanks',
      [/\$(?:[1-9]\d*)?\d/, 'nv'],
      [/[()[\]{}:;,?\\]/, 'p'],
      [/[-/=+*%<>!&|^.~]+/, 'o'],
      [/@?"/, 's', 'string'],
      [/'(?:\\.|.)'/, 'sc'],
      [/(?:\d+(?:_\d+)*\*|(?:\d+(?:_\d+)*)?\.\d+(?:_\d)*)(?:e[+-]?\d+(?:_\d)*)?/i, 'mf'],
      [/\d+e[+-]?\d+/i, 'mf'],
      [/0o?[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0x[\dA-Fa-f]+(?:_[\dA-Fa-f]+)*(?:(?:\.[\dA-F]+(?:_[\dA-F]+)*)?p[+-]?\d+)?/, 'mh'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/\d+(?:_\d+)*/, 'mi'],
      [withId('@'), 'kd'],
      [/((?:private|internal)\( *)(\w+)( *\))/, modifier(SET)],
      [/(unowned\( *)(\w+)( *\))/, modifier(SAFETY)],
      [closed(/#available\(/, /[^)]+\)/), 'kd'],
      [
        /(#(?:selector|keyPath)\()([^()]{1,300}\(.{0,300}?\)(?=\))|[^)]{1,300})(\))/,
        ['kd', 'nf', 'kd'],
      ],
      [/#(?:line|file|column|function|dsohandle)/, 'kd'],
      [withId('((?:let|var)\\b)(\\s*)(', ')'), ['k', '', 'nv']],
      [/((?:let|var)\b)(\s*)(\()/, ['k', '', 'p'], 'tuple'],
      [
        withId(
          '(?!(?:if|while|for|private|internal|unowned|switch|case)\\b)(?=[\\p{L}\\p{M}\\p{N}_])',
          '(?=[?!]?\\s*\\()',
        ),
        (run, text) => run.emit(/^\p{Uppercase}/u.test(text) ? 'kt' : 'nf', text),
      ],
      [/as[?!]?(?=\s)/, 'k'],
      [/try!?(?=\s)/, 'k'],
      [withId('(#?(?!default)(?!\\p{Uppercase})', ')(\\s*)(:)'), ['nv', '', 'p']],
      [withId(''), (run, text) => run.emitAs(/^\p{Uppercase}/u.test(text) ? upper : lower, text)],
      quoted,
    ],
    tuple: [
      [withId(''), 'nv'],
      quoted,
      [/,/, 'p'],
      [/\(/, 'p', 'tuple'],
      [/\)/, 'p', '#pop'],
      'include:blanks',
    ],
    string: [
      [/\\[\\0tnr'"]/, 'se'],
      [/\\\(/, 'se', 'interpolation'],
      [/\\u\{[\da-fA-F]{1,8}\}/, 'se'],
      [/[^\\"]+/, 's'],
      [/"""|"/, 's', '#pop'],
    ],
    interpolation: [[/\(/, 'p', 'parens'], [/\)/, 'se', '#pop'], 'include:root'],
    parens: [[/\(/, 'p', 'parens'], [/\)/, 'p', '#pop'], 'include:root'],
  },
}
