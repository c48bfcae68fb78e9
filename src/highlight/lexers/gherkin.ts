import type { Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed, closedBefore, closedOnLine, LETTERS } from '../pattern.js'
import { GHERKIN_WORDS } from '../words/gherkin.js'

function split(list: string): readonly string[] {
  return list.split(/\|\s*/)
}

/** What has to stand behind the last character of a keyword: a letter does not go on after a letter. */
function endPattern(last: string): string {
  if (last === ' ') return ''
  return /\p{L}/u.test(last) ? `(?![\\w${LETTERS}])` : `(?=[\\w${LETTERS}])`
}

/** A pattern of keywords by what is left of them behind a character; of two, the shorter one is read. */
function stepPattern(rests: readonly string[], last: string): string {
  const next = new Map<string, string[]>()
  for (const rest of rests) {
    const [char] = rest
    if (char === undefined) continue
    const more = next.get(char) ?? []
    next.set(char, [...more, rest.slice(char.length)])
  }
  const longer = [...next].map(([char, more]) => char.replace('*', '\\*') + stepPattern(more, char))
  const all = rests.includes('') ? [endPattern(last), ...longer] : longer
  return all.length === 1 ? all.join('') : `(?:${all.join('|')})`
}

const KINDS = [
  [new Set(split(GHERKIN_WORDS.elements)), 'kn', 'description'],
  [new Set(split(GHERKIN_WORDS.features)), 'kd', 'featureDescription'],
  [new Set(split(GHERKIN_WORDS.examples)), 'nn', 'exampleDescription'],
] as const

function begin(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, keyword = '', colon = ''] = match
  run.pop(run.depth)
  const kind = KINDS.find(([keywords]) => keywords.has(keyword))
  if (kind) run.push(kind[2])
  run.emit(kind?.[1] ?? 'err', keyword)
  run.emit('p', colon)
}

function step(run: Lexing, text: string): void {
  run.emit('nf', text)
  run.pop(run.depth)
  run.push('step')
}

function leaveTable(run: Lexing): void {
  run.pop(run.depth)
}

const REST = closed(/(?=[^])/, /[^#\n]*(?=[#\n])/)

/** Gherkin: features, scenarios and steps in all languages that people speak. */
export const gherkin: Grammar = {
  states: {
    root: [
      'include:basic',
      [/\n/, ''],
      [closed(/"""/, /[^]*?"""/), 's'],
      [/@[^\s@]+/, 'nt'],
      [/(?=\|)/, '', 'tableHeader'],
      'include:scenarios',
      'include:steps',
    ],
    basic: [
      [/#.*/, 'c'],
      [/[ \r\t]+/, ''],
    ],
    scenarios: [[closedOnLine(/(?=.)/, /([^:\n]*)(:)/), begin]],
    steps: [[new RegExp(stepPattern(split(GHERKIN_WORDS.steps), '')), step]],
    tableHeader: [[/[^|\s]+/, 'nv'], [/\n/, '', ['#pop', 'table']], 'include:table'],
    table: ['include:basic', [/\n/, '', 'tableLine'], [/\|/, 'p'], [/[^|\s]+/, 'n']],
    tableLine: [
      [/(?=[^\s|])/, leaveTable],
      [closedBefore(/[^ \t\n\v\f\r]|$/g, /(?=\s)/, /(?=\s*[^\s|])/), leaveTable],
      [/(?:)/, '', '#pop'],
    ],
    description: ['include:basic', 'include:scenarios', 'include:steps', [/\n/, ''], [REST, '']],
    featureDescription: ['include:basic', 'include:scenarios', [/\n/, ''], [REST, '']],
    exampleDescription: ['include:basic', [/(?=\|)/, '', 'tableHeader'], [/\n/, ''], [REST, '']],
    step: [
      'include:basic',
      [closedOnLine(/</, /.*?>/), 'nv'],
      [closedOnLine(/"/, /.*?"/), 's'],
      [/\S[^\s<]*/, ''],
      [REST, '', '#pop'],
    ],
  },
}
