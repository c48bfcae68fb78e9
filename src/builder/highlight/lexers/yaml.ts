import type { Grammar, Rule } from '../grammar.js'
import type { Run } from '../run.js'

// Columns matter: `block` is that of the innermost key or dash on the line in hand, and lines
// that lie deeper go on with a scalar that began there.
function column(run: Run, text: string): number {
  const start = run.at - text.length
  return start - (run.text.lastIndexOf('\n', start - 1) + 1)
}

function mark(run: Run, text: string): void {
  run.notes.set('block', String(column(run, text)))
}

const indentOf = (run: Run): number => Number(run.notes.get('block') ?? 0)

function continueScalar(run: Run, text: string, state: string): void {
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

const DOUBLE_ESCAPE: Rule = [/\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|[^])/i, 'se']

function quoted(quote: string): Grammar['states'][string] {
  return [
    [/[ \t]*\n[ \t]*/, ''],
    [/ +/, 'nv'],
    [new RegExp(quote), 's', '#pop'],
    ...(quote === '"' ? [DOUBLE_ESCAPE] : []),
    [new RegExp(`[^\\s\\\\${quote}]+|\\\\`), 's'],
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
        /((?<!\t)[^#,:?[\]{}"'\n &*!|>%@`][^#,?[\]{}"'\n]*?|[*-][^\s#,?[\]{}"'\n][^#,?[\]{}"'\n]*?|<<|\*)(:)(?=\s|$)/,
        (run, text, match) => {
          mark(run, text)
          run.emit('na', match[1] ?? '')
          run.emit('pi', match[2] ?? '')
        },
      ],
      // A key that begins with a colon is no key to Rouge.
      [/:\S*:(?: +(?!(?:true|false|null|\d+)\s)[^\s#]+)?(?=\s|$)/, 's', 'plain'],
      [/&[^\s,[\]{}]+/, 'nl'],
      [/\*[^\s,[\]{}]+/, 'nv'],
      [/![^\s,[\]{}]*/, 'kt'],
      [/[|>](?:[-+]\d?|\d?[-+]?)/, 'pi', 'block_header'],
      [/"/, 's2', 'double'],
      [/'/, 's1', 'single'],
      [/[[{]/, 'pi', 'flow'],
      [/[@`%]/, 'err', 'plain'],
      [/:(?=\s|$)/, 'err'],
      [/(?=[^\s])/, '', 'plain'],
    ],
    plain: [
      [/\n/, (run, text) => continueScalar(run, text, 'plain')],
      [/( +)(#.*)/, ['', 'c1']],
      [/ +(?=\n|$)/, ''],
      [/(?:true|false|null)\b(?=[^\n:]*)/, 'no'],
      [/\d+(?:\.\d+)?(?= *(?:\n|$| #))/, 'm'],
      [/(:)( +|(?=\n|$))/, ['err', '']],
      [/(?<=[^\n]) +/, 's'],
      [/(?<=: +)"/, 's2', 'double'],
      [/(?<=: +)'/, 's1', 'single'],
      [/(?<=\n *)[\]}]/, 'err'],
      [/(?::(?!\s|$)|[^\s:]|(?<=\S)#)+/, 's'],
    ],
    block_header: [
      [/( +)(#.*)/, ['', 'c1']],
      [/ +/, ''],
      [/\n/, '', ['#pop', 'block']],
    ],
    block: [
      [/(?: *\n)+/, ''],
      [
        / *(?=[^ \n])/,
        (run, text) => {
          if (text.length <= indentOf(run)) {
            run.at -= text.length
            return run.pop(2)
          }
          run.emit('', text)
          run.push('block_line')
        },
      ],
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
      [/![^\s,[\]{}]*/, 'kt'],
      [/"/, 's2', 'double'],
      [/'/, 's1', 'single'],
      [/[^\s[\]{},:?#"'](?:[^\n[\]{},:?"'#]*[^\s[\]{},:?#"'])?/, 'nv'],
    ],
    double: quoted('"') ?? [],
    single: quoted("'") ?? [],
  },
}
