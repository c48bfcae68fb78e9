import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closedOnLine } from '../pattern.js'
import { indentation, startBlock } from './indentation.js'

// A line that ends with a bar goes on with the next one, if that has a bar, too.
const ANY = '(?: \\|\\n(?=.* \\|)|.)'
const FILTERS = ['javascript', 'css', 'ruby', 'erb', 'markdown', 'sass']

function toRoot(run: Lexing): void {
  run.pop(run.depth - 1)
}

function inRuby(run: Lexing, text: string): void {
  run.delegate('ruby', text)
}

function rubyLine(run: Lexing, text: string): void {
  run.emit('p', text)
  toRoot(run)
  run.restart('ruby')
  run.push('ruby_line')
}

// The white space at the end of a line is no Ruby, nor is the comma or bar with which it goes on below.
function restOfLine(run: Lexing, text: string, match: RegExpExecArray): void {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--
  if (text.slice(0, end).endsWith(' |')) end -= 2
  else if (text.endsWith(',')) end--
  else if (end === 0) return run.emit('err', text)
  run.at = match.index + end
  inRuby(run, text.slice(0, end))
}

function filter(run: Lexing, text: string, match: RegExpExecArray): void {
  run.emit('nd', text)
  startBlock(run, 'filter')
  const name = (match[1] ?? '').trim()
  run.notes.set('filter', name)
  run.restart(name)
}

function filtered(run: Lexing, text: string): void {
  const name = run.notes.get('filter') ?? ''
  if (FILTERS.includes(name)) run.delegate(name, text)
  else run.emit('nd', text)
}

/** A value in quotes; it ends at an escaped quote if the line has no other. */
const valueIn = (quote: string): Rule[] => [
  [
    closedOnLine(
      new RegExp(quote),
      new RegExp(`(?:\\\\[\\\\${quote}]|[^${quote}\\\\\\n]|\\\\(?![\\\\${quote}]))*${quote}`),
    ),
    's',
    '#pop',
  ],
  [closedOnLine(new RegExp(quote), new RegExp(`.*${quote}`)), 's', '#pop'],
]

const endOfLine: Rule = [
  /\n/,
  (run, text) => {
    run.emit('', text)
    toRoot(run)
  },
]
const TEXT = /(?:[^#\n]|#[^{\n])+/

/** Haml. */
export const haml: Grammar = {
  states: {
    root: [
      [/\s*\n/, ''],
      [/\s*/, indentation],
    ],
    content: [
      'include:css',
      [/%[\w:-]+/, 'nt', ['#pop', 'tag']],
      [new RegExp(`!!!${ANY}*\\n`), 'nn', '#pop'],
      [new RegExp(`(/)(\\[${ANY}*?\\])(${ANY}*\\n)`), ['c', 'cs', 'c'], '#pop'],
      [
        new RegExp(`/${ANY}*\\n`),
        (run, text) => {
          run.emit('c', text)
          startBlock(run, 'html_comment')
        },
      ],
      [
        new RegExp(`-#${ANY}*\\n`),
        (run, text) => {
          run.emit('c', text)
          startBlock(run, 'haml_comment')
        },
      ],
      [/-/, rubyLine],
      [new RegExp(`:(${ANY}*)\\n`), filter],
      'include:value_or_plain',
    ],
    css: [
      [/\.[\w:-]+/, 'nc', ['#pop', 'tag']],
      [/#[\w:-]+/, 'nf', ['#pop', 'tag']],
    ],
    tag: [
      'include:css',
      [
        /\{/,
        (run, text) => {
          run.emit('p', text)
          run.restart('ruby')
          run.push('ruby_inner')
        },
      ],
      [new RegExp(`\\[${ANY}*?\\]`), inRuby],
      [/\(/, 'p', 'attributes'],
      [/\s*\n/, '', '#pop'],
      [/[<>]{1,2}(?=[ \t=])/, 'p'],
      'include:value_or_plain',
    ],
    plain: [[TEXT, (run, text) => run.delegate('html', text)], 'include:interpolation', endOfLine],
    value_or_plain: [
      [/[&!]?==/, 'p', 'plain'],
      [/[&!]?[=!]/, rubyLine],
      [/(?:)/, '', 'plain'],
    ],
    ruby_line: [
      [/\n/, '', '#pop'],
      [/,[ \t]*\n/, inRuby],
      [/ \|[ \t]*\n/, 'se'],
      [/.*/, restOfLine],
    ],
    attributes: [
      [/\s+/, ''],
      [/[\w:-]+\s*=/, 'na', 'attribute'],
      [/[\w:-]+/, 'na'],
      [/\)/, '', '#pop'],
    ],
    attribute: [
      [/\s+/, ''],
      [/[a-z]\w*/, 'nv', '#pop'],
      [/@[a-z]\w*/, 'vi', '#pop'],
      [/\$[a-z]\w*/, 'vg', '#pop'],
      ...valueIn("'"),
      ...valueIn('"'),
    ],
    html_comment: [[new RegExp(`${ANY}+`), 'c'], endOfLine],
    haml_comment: [[new RegExp(`${ANY}+`), 'cp'], endOfLine],
    filter: [[TEXT, filtered], 'include:interpolation', endOfLine],
    interpolation: [[/#\{/, 'si', 'ruby']],
    ruby: [[/\}/, 'si', '#pop'], 'include:ruby_inner'],
    ruby_inner: [
      [/\{/, inRuby, 'ruby_inner'],
      [/\}/, inRuby, '#pop'],
      [/[^{}]+/, inRuby],
    ],
  },
}
