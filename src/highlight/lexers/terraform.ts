import { words, type Grammar, type Rule } from '../grammar.js'
import { closed } from '../pattern.js'

const names = words('nx', {
  k: 'module output provider provisioner resource terraform variable data',
  kd: 'var local',
  kc: 'true false null',
})

/** A text up to the line of its mark: `<<EOF`. */
export const HEREDOC: Rule = [
  closed(/<<(-?)([a-zA-Z_]\w*)/, String.raw`(\n[^]*?\n\s*)(\2(?:\n|$))`),
  (run, _text, match) => {
    const body = match[3] ?? ''
    const end = match[4] ?? ''
    run.emit('o', `<<${match[1] ?? ''}`)
    run.emit('no', match[2] ?? '')
    run.emit('sh', body)
    run.emit('no', end)
  },
]

/** Terraform. */
export const terraform: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/(?:#|\/\/)[^\n]*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      HEREDOC,
      [/"/, 's2', 'string'],
      [/\d+\.\d+/, 'mf'],
      [/\d+/, 'mi'],
      [/[a-zA-Z_]\w*/, names],
      [/\[\*\]/, 'p'],
      [/!=/, 'err'],
      [/\{/, 'p', 'block'],
      [/[[\](),.]/, 'p'],
    ],
    block: [[/\}/, 'p', '#pop'], [/=/, 'p'], 'include:root'],
    string: [
      [/"/, 's2', '#pop'],
      [/\$\{/, 'k', 'interpolation'],
      [/\\./, 'se'],
      [/[^"$\\]+|[$\\]/, 's2'],
    ],
    interpolation: [[/\}/, 'k', '#pop'], 'include:root'],
  },
}
