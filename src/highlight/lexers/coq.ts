import { classOf, words, type Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'

const ID = "(?:[a-z][\\w']*|_[\\w']+)"

const names = words('no', {
  k: `Definition Theorem Lemma Remark Example Fixpoint CoFixpoint Record Inductive CoInductive Corollary
    Goal Proof Ltac Require Import Export Module Section End Variable Variables Context Polymorphic
    Monomorphic Universe Universes Class Instance Global Local Include Printing Notation Infix
    Arguments Hint Rewrite Immediate Qed Defined Opaque Transparent Existing Compute Eval Print
    SearchAbout Search About Check`,
  kr: 'as fun if in let match then else return end Type Set Prop forall',
  kp: `apply eapply auto eauto rewrite setoid_rewrite erewrite autorewrite with at destruct edestruct split
    inversion injection intro intros unfold fold cbv cbn lazy subst clear symmetry transitivity
    etransitivity constructor econstructor eexists exists f_equal refine instantiate revert simpl
    specialize generalize dependent red induction beta iota zeta delta exfalso compute vm_compute
    native_compute repeat first try`,
  ne: 'omega solve congruence reflexivity exact assumption eassumption',
})

// What stands before a dot names a module; a dot before white space ends a sentence.
function name(run: Lexing, _text: string, match: RegExpExecArray): void {
  const parts = (match[1] ?? '').split('.')
  for (const part of parts.slice(0, -1)) {
    run.emit('nn', part)
    run.emit('p', '.')
  }
  const last = parts.at(-1) ?? ''
  run.emit(parts.length > 1 ? 'no' : classOf(names, last), last)
  run.emit('pi', match[2] ?? '')
}

/** Coq: its vernacular, terms and tactics. */
export const coq: Grammar = {
  states: {
    root: [
      [/\(\*(?!\))/, 'c', 'comment'],
      [/\s+/, 'w'],
      [/(Module)(\s+)(Type)(?=\s)/, ['k', 'w', 'k']],
      [
        /(Set|Unset)(\s+)(Universe|Printing|Implicit|Strict)(\s+)(Polymorphism|All|Notations|Arguments|Universes|Implicit)(\s*)(\.)/,
        ['k', 'w', 'k', 'w', 'k', 'w', 'pi'],
      ],
      [new RegExp(`(${ID}(?:\\.${ID})*)(\\.(?=\\s))?`, 'i'), name],
      [/\/\\|\\\//, 'o'],
      // Any sign may part the digits of a number with an exponent.
      [/-?\d[\d_]*(?:[^\d_\n][\d_]*)?e[+-]?\d[\d_]*/i, 'mf'],
      [/\d[\d_]*/, 'mi'],
      [/'(?:\\[\\"'ntbr ]|\\[0-9]{3}|\\x[\da-fA-F]{2})'/, 'sc'],
      [/'/, 'k'],
      [/"/, 's2', 'string'],
      [new RegExp(`[~?]${ID}`, 'i'), 'nv'],
      [/[_;:⇒→↔⇔≔≡∀∃∧∨¬⊤⊥⊢⊨∈]/, 'p'],
      [/[[\],{}()!$%&*+./<=>?@^|~#-]/, 'o'],
    ],
    comment: [
      [/[^(*)]+/, 'c'],
      [/\(\*/, 'c', 'comment'],
      [/\*\)/, 'c', '#pop'],
      [/[(*)]/, 'c'],
    ],
    string: [
      [/[^"\\]+|\\"?/, 's2'],
      [/"/, 's2', '#pop'],
    ],
  },
}
