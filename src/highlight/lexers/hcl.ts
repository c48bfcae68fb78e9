import type { Grammar } from '../grammar.js'
import { hclStates } from './terraform.js'

/** HashiCorp's configuration language. */
export const hcl: Grammar = { states: hclStates }
