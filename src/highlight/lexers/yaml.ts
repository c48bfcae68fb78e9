import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'

// Columns matter: `block` is that of the innermost key or dash on the line in hand, and lines
// that lie deeper go on with a scalar that began there.
function column(run: Lexing, text: string): number {
  const start = run.at - text.length
  return start - (run.text.lastIndexOf('\n', start - 1) + 1)
}

function mark(run: Lexing, text: string): void {
  run.notes.set('block', String(column(run, text)))
}

const indentOf = (run: Lexing): number => Number(run.notes.get('block') ?? 0)

function key(run: Lexing, text: string, match: RegExpExecArray): void {
  mark(run, text)
  run.emit('na', match[1] ?? '')
  run.emit('pi', match[2] ?? '')
}

function continueScalar(run: Lexing, text: string, state: string): void {
  run.emit('', text)
  const line = /[ ]*/y
  line.lastIndex = run.at
  const indent = line.exec(run.text)?.[0] ?? ''
  const next = run.text[run.at + indent.length]
  if (next === undefined || next === '\n') return
  if (indent.length <= indentOf(run)) return run.pop(state === 'plain' ? 2 : 1)
  run.at += indent.length
  run.emit('', indent)
}

// A block scalar holds the lines that lie deeper than its key, or as deep as its header says; where
// the first lies as deep as the key, Rouge takes those too.
function blockScalar(run: Lexing, text: string, match: RegExpExecArray): void {
  run.emit('pi', text)
  run.notes.delete('body')
  const depth = match[1] ?? match[2]
  if (depth !== undefined) run.notes.set('body', String(indentOf(run) + Number(depth)))
}

function blockLine(run: Lexing, text: string): void {
  const key = indentOf(run)
  const body = Number(run.notes.get('body') ?? (text.length === key ? key : key + 1))
  if (text.length < body) {
    run.at -= text.length
    return run.pop(2)
  }
  run.notes.set('body', String(body))
  run.emit('', text)
  if (text === '') {
    run.at += 1
    run.emit('err', run.text.slice(run.at - 1, run.at))
  }
  run.push('block_line')
}

const DOUBLE_ESCAPE: Rule = [
  /\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|[0abtnvfre "\\N_LP\n])/i,
  'se',
]
const TAG: Rule = [/!(?:<[^>\s]+>|[\w;/?:@&=+$,.!~*'()[\]%-]*)/, 'kt']

function quoted(quote: string): Grammar['states'][string] {
  return [
    [/[ \t]*\n[ \t]*/, ''],
    [/(?<=\\\n) +/, ''],
    [/ +/, 'nv'],
    [new RegExp(quote), 's', '#pop'],
    ...(quote === '"' ? [DOUBLE_ESCAPE] : []),
    ...(quote === '"' ? [[/\\/, 'err'] as const] : []),
    [new RegExp(quote === '"' ? '[^\\s\\\\"]+' : "[^\\s']+"), 's'],
    [/\t+/, 'err'],
  ]
}

/** YAML. */
export const yaml: Grammar = {
  states: {
    root: [
      [/\n/, ''],
      [/ *(?=#|\n)/, '', 'rest'],
      [
        /^(?:---|\.\.\.)(?=[ \n]|$)/,
        (run) => {
          run.emit('nn', run.text.slice(run.at - 3, run.at))
          run.notes.set('block', '0')
        },
        'content',
      ],
      [/^(%YAML)( +)([\d.]+)/, ['nt', '', 'm']],
      [/^(%\w+)/, 'nt', 'rest'],
      // A tab is part of a key that follows a line with a value, and wrong anywhere else.
      [/(?<=[^\n:]\n)(\t[^#,:?[\]{}"'\n]+)(:)(?=\s|$)/, key, 'content'],
      [/ */, '', 'start'],
    ],
    rest: [
      [/\n/, '', '#pop'],
      [/#.*/, 'c1'],
      [/ +/, ''],
      [/[^#\n ]+/, ''],
    ],
    // The beginning of a line's node, where dashes and marks may stand.
    start: [
      [/[-?:](?=[ \n]|$)/, (run, text) => (run.emit('pi', text), mark(run, text))],
      'include:common',
      [/(?:)/, '', ['#pop', 'content']],
    ],
    common: [
      [/ +(?=[^\n#])/, ''],
      [/ *\n/, '', '#pop'],
      [/ +#.*/, 'c1'],
    ],
    content: [
      [/\n/, '', '#pop'],
      [/( +)(#.*)/, ['', 'c1']],
      [/ +/, ''],
      [
        /([^#,:?[\]{}"'\s\u00a0&*!|>%@`][^#,:?[\]{}"'\n]*?|[*-][^\s#,:?[\]{}"'\n][^#,:?[\]{}"'\n]*?|<<|\*)(:)(?=\s|$)/,
        key,
      ],
      [/&[^\s,[\]{}]+/, 'nl'],
      [/\*[^\s,[\]{}]+/, 'nv'],
      TAG,
      [/[|>](?:(?:[-+]([1-9])?|([1-9])[-+]?)(?=\s|$))?/, blockScalar, 'block_header'],
      [/"/, 's2', 'double'],
      [/'/, 's1', 'single'],
      [/[[{]/, 'pi', 'flow'],
      [/[@`%&*\t\u00a0]/, 'err'],
      [/:(?=\s|$)/, 'err'],
      [/(?=[^\s])/, '', 'plain'],
    ],
    plain: [
      [/\n/, (run, text) => continueScalar(run, text, 'plain')],
      [/( +)(#.*)/, ['', 'c1']],
      [/ +(?=\n|$)/, ''],
      [/(?:true|false|null)\b(?=[^\n:]*)/, 'no'],
      [/\d+(?:\.\d+)?(?=\n|$| +#)/, 'm'],
      // No key, whatever it was; what follows is read as though nothing stood before it.
      [/:(?=\s|$)/, 'err', '#pop'],
      [/(?<=[^\n]) +/, 's'],
      [/(?<=\n *)[\]}]/, 'err'],
      [/(?::\S+|[^\s:]|(?<=\S)#)+/, 's'],
    ],
    block_header: [
      [/( +)(#.*)/, ['', 'c1']],
      [/ +/, ''],
      [/\n/, '', ['#pop', 'block']],
      [/(?:[-+][1-9]?|[1-9][-+]?)(?=\n|$)/, 'pi'],
      [/[^]/, 'err'],
    ],
    block: [
      [/(?: *\n)+/, ''],
      [/ *(?=[^ \n])/, blockLine],
      [/ +/, ''],
    ],
    block_line: [
      [/[^\n]+/, 's', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    flow: [
      [/\s+/, ''],
      [/#.*/, 'c1'],
      [/[[{]/, 'pi', 'flow'],
      [/[\]}]/, 'pi', '#pop'],
      [/[,:?]/, 'pi'],
      [/&[^\s,[\]{}]+/, 'nl'],
      [/\*[^\s,[\]{}]+/, 'nv'],
      TAG,
      [/"/, 's2', 'double'],
      [/'/, 's1', 'single'],
      [/[%@`&*|>]/, 'err'],
      [/[^\s[\]{},:?](?:[^\n[\]{},:?#]|(?<=\S)#)*(?<=\S)/, 'nv'],
    ],
    double: quoted('"') ?? [],
    single: quoted("'") ?? [],
  },
}
