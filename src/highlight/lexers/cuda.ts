import { words, type Grammar } from '../grammar.js'
import { CUDA_WORDS } from '../words/cuda.js'
import { cStart } from './c.js'
import { cppStates } from './cpp.js'

/** CUDA. */
export const cuda: Grammar = { start: cStart, states: cppStates(words('n', CUDA_WORDS)) }
