import { words, type Grammar } from '../grammar.js'
import { GLSL_WORDS } from '../words/glsl.js'
import { cStart, cStates } from './c.js'

/** The shading language of OpenGL. */
export const glsl: Grammar = {
  start: cStart,
  states: cStates({ names: words('n', GLSL_WORDS) }),
}
