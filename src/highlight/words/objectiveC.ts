import { C_WORDS } from './c.js'

/** Words of the language that have a class of their own, by class: those of C and more. */
export const OBJC_WORDS = {
  ...C_WORDS,
  k: `in ${C_WORDS.k}`,
  nb: `${C_WORDS.nb} NO YES nil`,
}
