import { words, type Grammar, type Rule } from '../grammar.js'
import { ELIXIR_WORDS } from '../words/elixir.js'
import { closed } from '../pattern.js'

const names = words('n', {
  ...ELIXIR_WORDS,
  k: `${ELIXIR_WORDS.k} defmodule defp defmacro defmacrop defstruct defprotocol defimpl defexception
    defdelegate defguard defguardp defcallback defoverridable def`,
})

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function sigils(): Rule[] {
  return ['(', '[', '{', '<', '/', '|', '"', "'"].flatMap((open): Rule[] => {
    const end = CLOSERS[open] ?? open
    const q = (text: string): string => `\\${text}`.replace(/^\\(["'<>/])/, '$1')
    const body = `(?:\\\\[^]|[^\\\\${end === ']' ? '\\]' : end}])*`
    return [
      [closed(new RegExp(`~[rR]${q(open)}`), new RegExp(`${body}${q(end)}[uismxfU]*`)), 'sr'],
      [closed(new RegExp(`~[a-zA-Z]${q(open)}`), new RegExp(`${body}${q(end)}[a-z]*`)), 'sx'],
    ]
  })
}

/** Elixir. */
export const elixir: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/#.*$/, 'c1'],
      [closed(/"""/, /.*?"""/s), 'sd'],
      [/&\d+/, 'nv'],
      [/0x[\da-fA-F]+(?:_[\da-fA-F]+)*/, 'mh'],
      [/0o?[0-7]+(?:_[0-7]+)*(?!\.\d)/, 'mo'],
      [/0b[01]+/, 'mb'],
      [/\d+(?:_\d+)*\.\d+(?:_\d+)*(?:[eE][-+]?\d+)?/, 'mf'],
      [/\d+(?:_\d+)*/, 'mi'],
      [/\?[^\\\s]/, 'sx'],
      [/(?:__MODULE__|__FILE__|__LINE__|__FUNCTION__|__DIR__|__CALLER__)\b/, 'bp'],
      [/@[a-z_]\w*/i, 'nv'],
      ...sigils(),
      [/~(?=[A-Z])/, 'err'],
      [/:"/, 'ss', 'symbol'],
      [
        /:(?:[a-zA-Z_][\w@]*[?!]?|<<>>|%\{\}|\{\}|===?|!==?|<>|\+\+|--|\|>|&&|\|\||<=|>=|[-+/<>!%|&])/,
        'ss',
      ],
      [
        /(?:[a-zA-Z_]\w*[?!]?)(?=:\s)/,
        (run, text) => {
          if (ELIXIR_BLOCKS.has(text)) return run.emit('k', text)
          run.emit('ss', `${text}:`)
          run.at += 1
        },
      ],
      [/[A-Z]\w*/, 'no'],
      [/(?:true|false|nil)\b(?![?!:])/, 'no'],
      [/!?[a-z_]\w*[?!]?/, names],
      [/"""/, 's2', 'heredoc'],
      [/"/, 's2', 'double'],
      [/'/, 's1', 'single'],
      [
        /<<<|>>>|<>|\|>|<-|->|=>|===?|!==?|=~|&&&?|\|\|\|?|\+\+|--|\.\.\.?|<<|>>|<=|>=|\^\^\^|~~~/,
        'o',
      ],
      [/::|\\\\/, 'p'],
      [/[-+*/<>=!&|^.~]/, 'o'],
      [/[()[\]{},;:%\\]/, 'p'],
    ],
    interpolation: [[/#\{/, 'si', 'interpolated']],
    interpolated: [[/\}/, 'si', '#pop'], [/\{/, 'p', 'braces'], 'include:root'],
    braces: [[/\}/, 'p', '#pop'], [/\{/, 'p', 'braces'], 'include:root'],
    double: [
      'include:interpolation',
      [/\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{4}|u\{[^}]*\}|.)/, 'se'],
      [/"/, 's2', '#pop'],
      [/[^\\"#]+|[\\#]/, 's2'],
    ],
    heredoc: [
      'include:interpolation',
      [/\\(?:x[\da-fA-F]{1,2}|u[\da-fA-F]{4}|.)/, 'se'],
      [/"""/, 's2', '#pop'],
      [/[^\\"#]+|[\\#"]/, 's2'],
    ],
    single: ['include:interpolation', [/\\./, 'se'], [/'/, 's1', '#pop'], [/[^\\'#]+|[\\#]/, 's1']],
    symbol: ['include:interpolation', [/"/, 'ss', '#pop'], [/[^"#]+|#/, 'ss']],
  },
}

const ELIXIR_BLOCKS = new Set(['do', 'end', 'after', 'else', 'rescue', 'catch', 'fn'])
