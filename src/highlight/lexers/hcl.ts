import { words, type Grammar } from '../grammar.js'
import { terraform } from './terraform.js'

const { states } = terraform
const names = words('nx', { kc: 'true false null' })

/** HashiCorp's configuration language: Terraform without its words and its interpolation. */
export const hcl: Grammar = {
  states: {
    ...states,
    root: (states['root'] ?? []).flatMap((rule) => {
      if (typeof rule === 'string') return [rule]
      const [pattern] = rule
      const source = pattern instanceof RegExp ? pattern.source : ''
      if (source === '[a-zA-Z_]\\w*') return [[pattern, names] as const]
      if (source === '[[\\](),.]') return [[/[[\],.]/, 'p'] as const]
      return source === '"' ? [[/"(?:\\.|[^"\\])*"/, 's2'] as const] : [rule]
    }),
  },
}
