import { words, type Grammar, type Rule } from '../grammar.js'
import { closedOnLine } from '../pattern.js'
import { OCAML_WORDS } from '../words/ocaml.js'

const NESTED: readonly Rule[] = [
  [/\(\*/, 'c', 'comment'],
  [/\*\)/, 'c', '#pop'],
  [/[^(*)]+|[(*)]/, 'c'],
]

const DOUBLE: readonly Rule[] = [
  [/[^\\"]+/, 's2'],
  [/\\(?:[\\"'ntbr]|\d{3}|x[0-9a-fA-F]{2})/, 'se'],
  [/\\/, 's2'],
  [/"/, 's2', '#pop'],
]

/** What a language of the family spells in its own way. */
interface MlParts {
  readonly names: Rule
  readonly front: readonly Rule[]
  readonly operators: readonly Rule[]
}

/** The states that OCaml and F# share. */
export function mlStates({ names, front, operators }: MlParts): Grammar['states'] {
  return {
    root: [
      [/\s+/, ''],
      ...front,
      [/false|true|\(\)|\[\]/, 'bp'],
      [/[A-Z][\w']*(?=\s*\.)/, 'nn', 'dotted'],
      [/`[A-Za-z][\w']*/, 'nt'],
      [/[A-Z][\w']*/, 'nc'],
      [/\(\*(?!\))/, 'c', 'comment'],
      names,
      ...operators,
      [/-?\d[\d_]*(?:[^\d_\n][\d_]*)?(?:[eE][+-]?\d[\d_]*)/, 'mf'],
      [/0x[\da-fA-F][\da-fA-F_]*/i, 'mh'],
      [/0o[0-7][0-7_]*/i, 'mo'],
      [/0b[01][01_]*/i, 'mb'],
      [/\d[\d_]*/, 'mi'],
      [closedOnLine(/'/, /(?:\\(?:[\\"'ntbr ]|\d{3}|x[0-9a-fA-F]{2}))'/), 'sc'],
      [/'[.]'/, 'sc'],
      [/'/, 'k'],
      [/"/, 's2', 'double'],
      [/[~?](?=[a-z_])/, 'nv'],
    ],
    comment: NESTED,
    double: DOUBLE,
    dotted: [
      [/\s+/, ''],
      [/\./, 'p'],
      [/[A-Z][\w']*(?=\s*\.)/, 'nn'],
      [/[A-Z][\w']*/, 'nc', '#pop'],
      [/[a-z_][\w']*/, 'n', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
  }
}

/** OCaml. */
export const ocaml: Grammar = {
  states: mlStates({
    front: [],
    names: [/[a-z_][\w']*/, words('n', OCAML_WORDS)],
    operators: [
      [/[;()[\]{}]/, 'p'],
      [/[-!$%&*+,./:<=>?@^|~#]+/, 'o'],
    ],
  }),
}
