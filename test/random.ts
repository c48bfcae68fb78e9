/**
 * fast-check, looking at the same cases on every run, so that a run tells of the change it is made for.
 * GALLEY_SEED looks at others.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['GALLEY_SEED'] ?? 20_261_120) })

export { default as fc } from 'fast-check'
