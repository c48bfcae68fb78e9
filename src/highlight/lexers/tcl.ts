import { words, type Grammar, type Rule, type States } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed, closedBefore } from '../pattern.js'

const commands = words('', {
  k: `after apply array break catch continue else elseif error eval expr for foreach global if
    namespace proc rename return set switch then trace unset update uplevel upvar variable vwait
    while`,
  nb: `append bgerror binary cd chan clock close concat dde dict encoding eof exec exit fblocked
    fconfigure fcopy file fileevent flush format gets glob history http incr info interp join
    lappend lassign lindex linsert list llength load loadTk lrange lrepeat lreplace lreverse lsearch
    lset lsort mathfunc mathop memory msgcat open package pid pkg::create pkg_mkIndex platform
    platform::shell puts pwd re_syntax read refchan regexp registry regsub scan seek socket source
    split string subst tell time tm unknown unload`,
})

/** Leaves all that is open in the innermost braces, and those. */
function leaveBraces(run: Lexing): void {
  while (run.state !== 'brace') run.pop()
  run.pop()
}

function closeBrace(run: Lexing, text: string): void {
  if (!run.isIn('brace')) return run.emit('err', text)
  leaveBraces(run)
  run.emit('p', text)
}

/** Braces count in a text; one too many closes those around it. */
function braceInText(run: Lexing, text: string): void {
  const open = Number(run.notes.get('braces') ?? 0)
  if (text === '}' && open === 0 && run.isIn('brace')) {
    leaveBraces(run)
    return run.emit('p', text)
  }
  run.notes.set('braces', String(open + (text === '{' ? 1 : -1)))
  run.emit('s2', text)
}

const parts: readonly Rule[] = [
  [/\[/, 'p', 'bracket'],
  [/\$[a-z0-9.:-]+/, 'nv'],
  [closed(/\$\{/, /.*?\}/s), 'nv'],
  [/\$/, ''],
  [/\\(?:[0-7]{3}|[xX][0-9a-fA-F]{2}|[uU][0-9a-fA-F]{4}|[^])/, 'se'],
]

/** Blanks end no word: what is no sign of its own is one text. */
const word: readonly Rule[] = [
  [/\{\*\}/, 'k'],
  [/\}/, closeBrace],
  ...parts,
  [/\{/, 'p', 'brace'],
  [/\(/, 'p', 'paren'],
  [/"/, 's2', 'string'],
  [
    closedBefore(/[)\]};\n\r\t\v]|$/g, /(?=[^)\]};\n\r\t\v])/, /[^)\]};\n\r\t\v]+?(?=[([{"\\])/),
    '',
  ],
]

const command = (parameters: string): Rule[] => [
  ...word,
  [/#[^)\]};\n]+/, 'c1'],
  [/(?=[)\]};\n\r\t\v])/, '', parameters],
  [/[^)\]};\n\r\t\v]+/, commands],
  [/\s+/, ''],
]

const parameters: readonly Rule[] = [
  [/;/, 'p', '#pop'],
  [/\n/, '', '#pop'],
  [/else|elseif|then/, 'k'],
  ...word,
  [/\s+/, ''],
  [/[^)\]};\n\r\t\v]+/, ''],
]

function enclosed(name: string, close: RegExp, others: '' | 'err'): States {
  return {
    [name]: [[close, 'p', '#pop'], ...command(`${name}_parameters`)],
    [`${name}_parameters`]: [[close, 'p', '#pop:2'], [/[)\]}]/, others], ...parameters],
  }
}

/** Tcl. */
export const tcl: Grammar = {
  states: {
    root: command('parameters'),
    parameters,
    ...enclosed('brace', /\}/, ''),
    ...enclosed('paren', /\)/, 'err'),
    ...enclosed('bracket', /\]/, 'err'),
    string: [[/"/, 's2', '#pop'], ...parts, [/[^\\[$"{}]+/, 's2'], [/[{}]/, braceInText]],
  },
}
