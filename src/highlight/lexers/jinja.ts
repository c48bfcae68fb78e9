import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

type Words = Parameters<typeof words>[1]

const literals: readonly Rule[] = [
  [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's2'],
  [closedOnLine(/'/, /(?:\\.|[^'\\\n])*'/), 's1'],
  [/[-+*/=<>]|!=/, 'o'],
  [/[,[\]()]/, 'p'],
]

/** Text up to the tag that ends it. */
const verbatim = (end: string): readonly Rule[] => [
  [new RegExp(`(\\{%-?)(\\s*)(${end})(\\s*)(-?%\\})`), ['cp', '', 'k', '', 'cp'], '#pop'],
  [/[^{]+|\{/, ''],
]

function statesWith(lists: Words): States {
  return {
    root: [
      [/\{#/, 'c', 'comment'],
      [/##.*/, 'c'],
      [/(\{%-?)(\s*)(raw)(\s*)(-?%\})/, ['cp', '', 'k', '', 'cp'], 'raw'],
      [/(\{%-?)(\s*)(verbatim)(\s*)(-?%\})/, ['cp', '', 'k', '', 'cp'], 'verbatim'],
      [/\{%/, 'cp', 'statement'],
      [/\{\{/, 'cp', 'expression'],
      [/[^](?:[^\\{#]|\{(?![{%#])|#(?!#))*/, (run, text) => run.delegate('html', text)],
    ],
    comment: [
      [/[^#]+/, 'c'],
      [/#\}/, 'c', '#pop'],
      [/#/, 'c'],
    ],
    expression: [[/\w+\.?/, 'nv'], 'include:values', [/%\}|\}\}/, 'cp', '#pop']],
    statement: [[/\w+\.?/, words('nv', lists)], 'include:values', [/%\}/, 'cp', '#pop']],
    values: [[/(\|\s*)(\w+)/, ['o', 'nf']], ...literals, [/\s+/, '']],
    raw: verbatim('endraw'),
    verbatim: verbatim('endverbatim'),
  }
}

/** HTML with Jinja or Django's templates in it: the states of Rouge's lexer. */
export const jinja: Grammar = {
  states: statesWith({
    k: `as context do else extends from ignore missing import include reversed recursive scoped autoescape
      endautoescape block endblock call endcall filter endfilter for endfor if endif macro endmacro set endset trans
      endtrans with endwith without`,
    kp: 'true false none True False None',
    ow: 'is in and or not',
    nb: `callable defined divisibleby equalto escaped even iterable lower mapping number odd sameas sequence string
      undefined upper`,
  }),
}

/** HTML with Twig in it: Jinja with other words. */
export const twig: Grammar = {
  states: statesWith({
    k: `as do extends flush from import include use else starts ends with without autoescape endautoescape block
      endblock embed endembed filter endfilter for endfor if endif macro endmacro sandbox endsandbox set endset
      spaceless endspaceless`,
    kp: 'true false none',
    ow: 'is in and or not',
    nb: 'constant defined divisibleby empty even iterable null odd sameas',
  }),
}
