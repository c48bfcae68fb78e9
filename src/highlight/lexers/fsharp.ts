import { words, type Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'
import { FSHARP_WORDS } from '../words/fsharp.js'
import { mlStates } from './ocaml.js'

// A run of signs is one operator, unless it is one of these.
const operators = words('o', {
  p: `- & * , . : ; < = > ? | ~ # _ ( ) [ ] { } -. -> != && .. :: := :> ;; <- <> <| >] >} ?? |> |] [< [> [| {<`,
})

/** F#. */
export const fsharp: Grammar = {
  states: mlStates({
    front: [
      [/\/\/.*$/, 'c1'],
      [closedOnLine(/``/, /[^`\n]+``/), 'n'],
      [/\([-+*/%<>=!&|^@.~]+\)/, 'o'],
    ],
    names: [/[a-z][\w']*/, words('n', FSHARP_WORDS)],
    operators: [[/[-!$%&*+,./:;<=>?@^|~#_()[\]{}]+/, operators]],
  }),
}
