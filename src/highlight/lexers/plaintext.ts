import type { Grammar } from '../grammar.js'

/** Text without any structure. */
export const plaintext: Grammar = { states: { root: [[/[^]+/, '']] } }
